//! A real server, and a plan whose units are squared by workers in threads.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use queue::{
    Address, Announcement, Assignment, Collecting, Ended, PlanId, Queue, QueueError, Server,
    ServerOptions, UnitSource, Workplace, collect,
};
use tempfile::TempDir;

/// Server with its data in a temporary folder.
pub(crate) struct Local {
    pub(crate) folder: TempDir,
    pub(crate) options: ServerOptions,
    pub(crate) server: Option<Server>,
}

impl Local {
    pub(crate) fn start() -> Local {
        Local::start_with(|_, options| options)
    }

    pub(crate) fn start_with(change: impl FnOnce(&Path, ServerOptions) -> ServerOptions) -> Local {
        let folder = tempfile::tempdir().unwrap();
        let options = change(folder.path(), options(folder.path()));
        let server = Some(Server::start(&options).unwrap());
        Local { folder, options, server }
    }

    pub(crate) fn restart(&mut self) {
        self.server = None;
        self.server = Some(Server::start(&self.options).unwrap());
    }

    pub(crate) fn address(&self) -> Address {
        Address::parse(&format!("nats://127.0.0.1:{}", self.options.port)).unwrap()
    }

    pub(crate) fn connect(&self) -> Queue {
        Queue::connect(&self.address(), "test", Arc::new(|_| {})).unwrap()
    }
}

pub(crate) fn options(folder: &Path) -> ServerOptions {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    ServerOptions {
        folder: folder.join("data"),
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port,
        token_file: None,
        tls: None,
    }
}

/// Plan of `units` numbers to be squared, which ends when `enough` results are counted.
pub(crate) struct Squares {
    pub(crate) units: usize,
    pub(crate) enough: usize,
    pub(crate) next: usize,
    /// Time after which a unit without a sign of life goes to another worker.
    pub(crate) ack_wait_ms: u64,
    /// Text that each unit carries behind its number.
    pub(crate) ballast: String,
    pub(crate) counted: Vec<usize>,
    pub(crate) notes: Mutex<Vec<String>>,
}

impl Squares {
    pub(crate) fn new(units: usize) -> Squares {
        let (ballast, counted, notes) = Default::default();
        Squares { units, enough: usize::MAX, next: 0, ack_wait_ms: 1000, ballast, counted, notes }
    }

    pub(crate) fn collect(&mut self, queue: &Queue) -> Result<Ended, QueueError> {
        self.collect_with(queue, self.ack_wait_ms, &|| false)
    }

    pub(crate) fn collect_with(
        &mut self,
        queue: &Queue,
        ack_wait_ms: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Ended, QueueError> {
        collect_with(self, queue, ack_wait_ms, is_stopped)
    }

    /// Checks that each result was counted once, in order.
    #[track_caller]
    pub(crate) fn check(&self, expected: usize) {
        let squares: Vec<usize> = (0..expected).map(|number| number * number).collect();
        assert_eq!(self.counted, squares);
    }

    pub(crate) fn notes(&self) -> String {
        self.notes.lock().unwrap().join("\n")
    }
}

impl UnitSource for Squares {
    type Output = usize;
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        let number = self.next;
        self.next += 1;
        let unit = format!("{number} {}", self.ballast);
        Ok((number < self.units).then(|| (number, unit.into_bytes())))
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<usize, String> {
        let square = str::from_utf8(content).ok().and_then(|text| text.parse().ok());
        square.filter(|square| *square == number * number).ok_or("no square".to_owned())
    }

    fn take(&mut self, _number: usize, output: usize) -> Result<(), QueueError> {
        self.counted.push(output);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.counted.len() >= self.enough
    }

    fn note(&self, note: &str) {
        self.notes.lock().unwrap().push(note.to_owned());
    }
}

/// Collects a plan of squares.
pub(crate) fn collect_with<S: UnitSource<Error = QueueError>>(
    source: &mut S,
    queue: &Queue,
    ack_wait_ms: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Ended, QueueError> {
    let id = PlanId::of(&["squares"]);
    let announcement = Announcement {
        kind: "squares".to_owned(),
        title: "squares".to_owned(),
        ack_wait_ms,
        tries: 3,
        units: None,
        speed: None,
        content: serde_json::Value::Null,
    };
    collect(queue, &Collecting { id: &id, announcement: &announcement, is_stopped }, source)
}

/// Waits until `condition` holds.
#[track_caller]
pub(crate) fn wait_until(condition: &dyn Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it takes too long");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the result of a unit.
pub(crate) fn square(assignment: &Assignment) -> Vec<u8> {
    let text = str::from_utf8(&assignment.content).unwrap();
    let number: usize = text.split(' ').next().unwrap().parse().unwrap();
    (number * number).to_string().into_bytes()
}

/// Plays units by `play` until `end` is set.
pub(crate) fn work(queue: &Queue, name: &str, end: &AtomicBool, mut play: impl FnMut(Assignment)) {
    let mut workplace = Workplace::new(queue, name);
    while !end.load(Ordering::Relaxed) {
        // The server may be away.
        let _ = workplace.refresh(&mut |_, _| Ok(()));
        while let Ok(Some(assignment)) = workplace.pull(Duration::from_millis(50)) {
            play(assignment);
        }
    }
}
