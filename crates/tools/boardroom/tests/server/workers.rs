//! Tests of the endpoint of a queue's workers.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use boardroom::Settings;
use queue::{
    Address, Announcement, Collecting, PlanId, Queue, QueueError, ServerOptions, UnitSource,
    WorkerStatus, Workplace, collect,
};
use serde_json::{Value, json};

use crate::support::{Server, TIMEOUT, settings};

/// Plan of two units, of which one is never played.
struct TwoUnits {
    next: usize,
}

impl UnitSource for TwoUnits {
    type Output = ();
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        self.next += 1;
        Ok((self.next <= 2).then(|| (self.next - 1, Vec::new())))
    }

    fn decode(&self, _number: usize, _content: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn take(&mut self, _number: usize, (): ()) -> Result<(), QueueError> {
        Ok(())
    }

    fn results(&self, workers: &BTreeMap<String, Vec<usize>>) -> Vec<String> {
        workers.iter().map(|(worker, units)| format!("{worker}: {units:?}")).collect()
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, _note: &str) {}
}

#[test]
fn the_workers_and_plans_of_a_queue_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nats = queue::Server::start(&ServerOptions {
        folder: folder.path().to_owned(),
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port,
        token_file: None,
        tls: None,
    });
    let _nats = nats.unwrap();
    let address = Address::parse(&format!("nats://127.0.0.1:{port}")).unwrap();
    let connect = || Queue::connect(&address, "test", Arc::new(|_| {})).unwrap();
    let server = Server::start(Settings { queue: Some(connect()), ..settings() });
    let empty = server.found("/api/workers");
    assert_eq!(empty, json!({ "workers": [], "plans": [], "warnings": [] }));
    let queue = connect();
    let mut workplace = Workplace::new(&queue, "one");
    workplace.report(&WorkerStatus {
        name: "one".to_owned(),
        version: "1.2.3".to_owned(),
        jobs: 2,
        done: 1,
        in_flight: 0,
        failed: 0,
        units_per_second: 0.5,
    });
    let begin = Instant::now();
    let (is_over, announcement) = (
        AtomicBool::new(false),
        Announcement {
            kind: "test".to_owned(),
            title: "two units".to_owned(),
            ack_wait_ms: 60_000,
            tries: 3,
            units: Some(2),
            speed: None,
            content: Value::Null,
        },
    );
    thread::scope(|scope| {
        scope.spawn(|| {
            let (id, is_stopped) = (PlanId::of(&["test"]), || {
                // A test that fails ends too.
                is_over.load(Ordering::Relaxed) || begin.elapsed() > TIMEOUT
            });
            let plan = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
            collect(&queue, &plan, &mut TwoUnits { next: 0 }).map(drop)
        });
        let mut unit = None;
        while unit.is_none() && begin.elapsed() < TIMEOUT {
            workplace.refresh(&mut |_, _| Ok(())).unwrap();
            unit = workplace.pull(Duration::from_millis(50)).unwrap();
        }
        unit.unwrap().finish(b"done", &|| false);
        let shown = server.wait_for("/api/workers", |list| list["plans"][0]["counted"] == 1);
        is_over.store(true, Ordering::Relaxed);
        let plan = &shown["plans"][0];
        assert_eq!((&plan["title"], &plan["units"]), (&json!("two units"), &json!(2)));
        assert_eq!(plan["results"], json!(["one: [0]"]));
        assert!(plan["secondsLeft"].as_f64() > Some(0.0), "{plan}");
        let worker = &shown["workers"][0];
        assert_eq!((&worker["name"], &worker["unitsPerSecond"]), (&json!("one"), &json!(0.5)));
    });
}

#[test]
fn a_server_without_a_queue_tells_how_to_get_one() {
    let (status, body) = Server::empty().get("/api/workers");
    assert_eq!(status, 404);
    assert!(body["error"].as_str().unwrap().contains("cargo cg serve --queue"), "{body}");
}
