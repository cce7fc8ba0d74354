//! Load generator: units that cost nothing, by workers in threads of this process.
//!
//! `cargo run --release -p queue --example load -- ADDRESS WORKERS UNITS BYTES` prints the units
//! per second that the server carries. A unit and its result have BYTES bytes that do not compress.

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use queue::{
    Address, Announcement, Collecting, PlanId, Queue, QueueError, UnitSource, Workplace, collect,
};

/// Units of noise, whose results are the units.
struct Noise {
    units: usize,
    bytes: usize,
    next: usize,
}

impl UnitSource for Noise {
    type Output = ();
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        let number = self.next;
        self.next += 1;
        Ok((number < self.units).then(|| (number, noise(number as u64, self.bytes))))
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<(), String> {
        match content == noise(number as u64, self.bytes) {
            true => Ok(()),
            false => Err("it is another unit".to_owned()),
        }
    }

    fn take(&mut self, _number: usize, (): ()) -> Result<(), QueueError> {
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, note: &str) {
        eprintln!("note: {note}");
    }
}

/// Returns bytes of a linear congruential generator.
fn noise(mut state: u64, bytes: usize) -> Vec<u8> {
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..bytes).map(|_| next()).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [address, workers, units, bytes] = &words[..] else {
        return Err("the arguments are ADDRESS WORKERS UNITS BYTES".into());
    };
    let (workers, units, bytes) = (workers.parse()?, units.parse()?, bytes.parse()?);
    let address = Address::parse(address)?;
    let connect = |name: &str| {
        Queue::connect(&address, name, Arc::new(|note: &str| eprintln!("note: {note}")))
    };
    let queue = connect("load")?;
    let end = AtomicBool::new(false);
    let began = Instant::now();
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for worker in 0..workers {
            // Every worker has a connection of its own, as on a machine of its own.
            let queue = connect(&format!("load-{worker}"))?;
            let end = &end;
            scope.spawn(move || work(&queue, worker, end));
        }
        let announcement = Announcement {
            kind: "load".to_owned(),
            title: "load".to_owned(),
            ack_wait_ms: Announcement::ACK_WAIT_MS,
            tries: Announcement::TRIES,
            units: None,
            speed: None,
            content: serde_json::Value::Null,
        };
        let id = PlanId::of(&["load", &format!("{began:?}")]);
        let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &|| false };
        let collected = collect(&queue, &collecting, &mut Noise { units, bytes, next: 0 });
        end.store(true, Ordering::Relaxed);
        collected?;
        Ok(())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{units} units of {bytes} bytes, {workers} workers: {:.0} units per second",
        units as f64 / seconds
    );
    Ok(())
}

/// Answers every unit by itself.
fn work(queue: &Queue, worker: usize, end: &AtomicBool) {
    let mut workplace = Workplace::new(queue, &format!("load-{worker}"));
    while !end.load(Ordering::Relaxed) {
        // The list is asked again until the plan is announced.
        let _ = workplace.refresh(&mut |_, _| Ok(()));
        while let Ok(Some(assignment)) = workplace.pull(Duration::from_millis(100)) {
            let content = assignment.content.clone();
            assignment.finish(&content, &|| false);
        }
    }
}
