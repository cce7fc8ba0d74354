//! Plans on a real server: order, deaths, refusals and faults.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::env;
use std::fs;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use queue::{
    Address, Queue, QueueError, Server, ServerOptions, UnitSource, WorkerStatus, Workplace,
    object_name,
};
use serde_json::json;

use support::{Local, Squares, options, square, wait_until, work};

const NEVER: &dyn Fn() -> bool = &|| false;
/// Number of new servers, and of connections to each, in a test of connections at the same time.
const SERVERS: usize = 20;
const CONNECTIONS: usize = 24;

/// Collects a plan while workers play its units by `play`, with the number of the worker.
fn collect_with_workers(
    queue: &Queue,
    squares: &mut Squares,
    workers: usize,
    play: impl Fn(usize, queue::Assignment) + Sync,
) -> Result<queue::Ended, QueueError> {
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for worker in 0..workers {
            let (end, play) = (&end, &play);
            scope.spawn(move || {
                work(queue, &format!("worker-{worker}"), end, |unit| play(worker, unit));
            });
        }
        let ended = squares.collect(queue);
        end.store(true, Ordering::Relaxed);
        ended
    })
}

#[test]
fn results_count_in_the_order_of_the_units() {
    let local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(300);
    let ended = collect_with_workers(&queue, &mut squares, 3, |worker, unit| {
        // The first worker is slow, so that results arrive out of order.
        if worker == 0 {
            thread::sleep(Duration::from_millis(20));
        }
        let result = square(&unit);
        unit.finish(&result, NEVER);
    });
    squares.check(300);
    assert_eq!(ended.unwrap().workers.values().map(Vec::len).sum::<usize>(), 300);
    // Nothing of a plan stays on the server, which takes it again.
    let mut again = Squares::new(20);
    let finish = |_, unit: queue::Assignment| {
        let result = square(&unit);
        unit.finish(&result, NEVER);
    };
    collect_with_workers(&queue, &mut again, 1, finish).unwrap();
    again.check(20);
}

#[test]
fn many_processes_can_connect_to_a_new_server_at_the_same_time() {
    for _ in 0..SERVERS {
        let local = Local::start();
        let together = Barrier::new(CONNECTIONS);
        thread::scope(|scope| {
            let connect = || {
                together.wait();
                local.connect();
            };
            for _ in 0..CONNECTIONS {
                scope.spawn(connect);
            }
        });
    }
}

#[test]
fn units_beyond_the_end_are_cancelled() {
    let local = Local::start();
    let queue = local.connect();
    let mut squares = Squares { enough: 10, ..Squares::new(1_000_000) };
    let played = AtomicUsize::new(0);
    let begin = Instant::now();
    collect_with_workers(&queue, &mut squares, 2, |_, unit| {
        played.fetch_add(1, Ordering::Relaxed);
        let result = square(&unit);
        unit.finish(&result, NEVER);
    })
    .unwrap();
    squares.check(10);
    assert!(played.load(Ordering::Relaxed) < 3000, "{played:?}");
    assert!(begin.elapsed() < Duration::from_secs(60));
    let mut workplace = Workplace::new(&queue, "late");
    assert_eq!(workplace.refresh(&mut |_, _| Ok(())).unwrap(), []);
    assert!(workplace.pull(Duration::from_millis(50)).unwrap().is_none());
}

#[test]
fn a_unit_of_a_worker_that_is_silent_is_played_by_another_and_counts_once() {
    let local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(30);
    let (lost, late) = (AtomicUsize::new(0), AtomicUsize::new(0));
    collect_with_workers(&queue, &mut squares, 2, |worker, unit| {
        let result = square(&unit);
        match worker {
            // It dies with its unit: neither heartbeat nor answer.
            0 if lost.fetch_add(1, Ordering::Relaxed) < 2 => unit.forget(),
            // It is slower than the wait for an answer, with heartbeats.
            1 if late.fetch_add(1, Ordering::Relaxed) == 0 => {
                thread::sleep(Duration::from_millis(1500));
                unit.finish(&result, NEVER);
            }
            _ => unit.finish(&result, NEVER),
        }
    })
    .unwrap();
    squares.check(30);
    assert_eq!(squares.notes(), "");
}

#[test]
fn a_unit_that_fails_is_tried_again_and_then_given_up() {
    let local = Local::start();
    let queue = local.connect();
    // A heartbeat that comes late, on a busy machine, must not be a try; a delivery that is lost is
    // one, and leaves a try to the unit that fails once.
    let patient = || Squares { ack_wait_ms: 60_000, ..Squares::new(5) };
    let mut squares = patient();
    let failures = AtomicUsize::new(0);
    collect_with_workers(&queue, &mut squares, 1, |_, unit| {
        if unit.number == 3 && failures.fetch_add(1, Ordering::Relaxed) == 0 {
            return unit.fail("no compiler", NEVER);
        }
        let result = square(&unit);
        unit.finish(&result, NEVER);
    })
    .unwrap();
    squares.check(5);
    assert!(squares.notes().contains("unit 3 failed: worker worker-0: no compiler"));

    let mut squares = patient();
    let ended = collect_with_workers(&queue, &mut squares, 1, |_, unit| match unit.number {
        3 => unit.fail("no compiler", NEVER),
        _ => {
            let result = square(&unit);
            unit.finish(&result, NEVER);
        }
    });
    let error = ended.unwrap_err().to_string();
    let expected = "unit 3 is given up after 3 tries; the last one: worker worker-0: no compiler";
    assert_eq!(error, expected);
    squares.check(3);
}

#[test]
fn a_unit_on_which_every_worker_dies_is_given_up() {
    let local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(3);
    let ended = collect_with_workers(&queue, &mut squares, 1, |_, unit| match unit.number {
        1 => unit.forget(),
        _ => {
            let result = square(&unit);
            unit.finish(&result, NEVER);
        }
    });
    let error = ended.unwrap_err().to_string();
    assert!(error.starts_with("unit 1 is given up after 3 tries; the last one: "), "{error}");
    assert!(error.ends_with("the workers that took it have not been heard of again"), "{error}");
    assert_eq!(queue.seen_given_up().unwrap().into_values().collect::<Vec<_>>(), [1]);
    squares.check(1);
}

#[test]
fn a_wrong_result_is_refused_and_its_unit_played_again() {
    let local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(10);
    let wrong = AtomicUsize::new(0);
    collect_with_workers(&queue, &mut squares, 1, |_, unit| {
        let result = match unit.number == 4 && wrong.fetch_add(1, Ordering::Relaxed) < 2 {
            true => b"poison".to_vec(),
            false => square(&unit),
        };
        unit.finish(&result, NEVER);
    })
    .unwrap();
    squares.check(10);
    let expected = "unit 4: a result is refused: result of worker worker-0: no square";
    assert_eq!(squares.notes(), format!("{expected}\n{expected}"));
}

#[test]
fn a_killed_server_that_comes_back_loses_nothing() {
    let mut local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(400);
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for worker in ["one", "two"] {
            let (queue, end) = (&queue, &end);
            scope.spawn(move || {
                work(queue, worker, end, |unit| {
                    thread::sleep(Duration::from_millis(5));
                    let result = square(&unit);
                    unit.finish(&result, NEVER);
                });
            });
        }
        let collecting = scope.spawn(|| squares.collect(&queue).map(drop));
        for _ in 0..2 {
            thread::sleep(Duration::from_millis(400));
            local.restart();
        }
        let ended = collecting.join();
        end.store(true, Ordering::Relaxed);
        ended.unwrap().unwrap();
    });
    squares.check(400);
}

#[test]
fn a_server_that_dies_with_requests_in_flight_is_not_waited_for() {
    let mut local = Local::start();
    let queue = local.connect();
    let mut squares = Squares::new(20);
    let end = AtomicBool::new(false);
    let begin = Instant::now();
    thread::scope(|scope| {
        let collecting = scope.spawn(|| squares.collect(&queue).map(drop));
        thread::sleep(Duration::from_millis(500));
        // It takes requests for three seconds and answers none, and then it dies with them.
        let id = local.server.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args(["-STOP", &id]).status().unwrap().success());
        thread::sleep(Duration::from_secs(3));
        local.restart();
        scope.spawn(|| {
            work(&queue, "worker", &end, |unit| {
                let result = square(&unit);
                unit.finish(&result, NEVER);
            });
        });
        while !collecting.is_finished() && begin.elapsed() < Duration::from_secs(90) {
            thread::sleep(Duration::from_millis(50));
        }
        end.store(true, Ordering::Relaxed);
        assert!(collecting.is_finished(), "the collection waits for a lost reply");
        collecting.join().unwrap().unwrap();
    });
    squares.check(20);
}

/// Starts a server with the data and the address of `local`, but little space.
fn start_without_space(local: &Local) -> Child {
    let path = local.folder.path().join("full.conf");
    let configuration = json!({
        "listen": format!("127.0.0.1:{}", local.options.port),
        "jetstream": { "store_dir": local.options.folder, "max_file_store": 300_000 },
    });
    fs::write(&path, configuration.to_string()).unwrap();
    let mut server = Command::new("nats-server");
    server.env("PATH", format!("{}:/usr/sbin", env::var("PATH").unwrap()));
    let server = server.arg("--config").arg(path).stdin(Stdio::null()).stderr(Stdio::null());
    let server = server.spawn().unwrap();
    wait_until(&|| TcpStream::connect(("127.0.0.1", local.options.port)).is_ok());
    server
}

#[test]
fn a_full_disk_of_the_server_is_reported_and_loses_nothing() {
    let mut local = Local::start();
    local.server = None;
    let mut full = start_without_space(&local);
    let notes = Arc::new(Mutex::new(String::new()));
    let (told, all) = (Arc::clone(&notes), Arc::clone(&notes));
    let note = Arc::new(move |note: &str| told.lock().unwrap().push_str(note));
    let queue = Queue::connect(&local.address(), "test", note).unwrap();
    // Bytes of a digest do not compress to less than half as hexadecimal digits.
    let ballast: String = (0..500).map(|n: u32| object_name(&n.to_be_bytes())).collect();
    let mut squares = Squares { ballast, ..Squares::new(40) };
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        let collecting = scope.spawn(|| squares.collect(&queue).map(drop));
        wait_until(&|| all.lock().unwrap().contains("the queue does not store units"));
        full.kill().unwrap();
        full.wait().unwrap();
        local.restart();
        scope.spawn(|| {
            work(&queue, "worker", &end, |unit| {
                let result = square(&unit);
                unit.finish(&result, NEVER);
            });
        });
        let ended = collecting.join();
        end.store(true, Ordering::Relaxed);
        ended.unwrap().unwrap();
    });
    squares.check(40);
    let notes = notes.lock().unwrap();
    assert!(
        notes.contains("trying again: ") && notes.contains("the queue answers again"),
        "{notes}"
    );
}

#[test]
fn results_of_a_stopped_run_are_counted_by_the_next_one() {
    let local = Local::start();
    let queue = local.connect();
    let (stop, end) = (AtomicBool::new(false), AtomicBool::new(false));
    let has_stopped = AtomicBool::new(false);
    let played = AtomicUsize::new(0);
    let play = |unit: queue::Assignment| {
        // The first unit is in progress until the first run has ended.
        while unit.number == 0 && !has_stopped.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
        let result = square(&unit);
        unit.finish(&result, NEVER);
        if played.fetch_add(1, Ordering::Relaxed) == 18 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for worker in ["one", "two"] {
            scope.spawn(|| work(&queue, worker, &end, play));
        }
        let mut first = Squares::new(20);
        let ended = first.collect_with(&queue, 1000, &|| stop.load(Ordering::Relaxed));
        has_stopped.store(true, Ordering::Relaxed);
        let before = played.load(Ordering::Relaxed);
        let mut second = Squares::new(20);
        let again = second.collect(&queue);
        end.store(true, Ordering::Relaxed);
        assert!(ended.unwrap().was_stopped);
        assert!(again.is_ok());
        first.check(0);
        second.check(20);
        let again = played.load(Ordering::Relaxed) - before;
        assert!(again <= 2, "{again} units were played again");
    });
}

#[test]
fn plans_can_be_refused_and_have_turns() {
    let local = Local::start();
    let queue = local.connect();
    let mut notes = Vec::new();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let collecting = scope.spawn(|| {
            let mut squares = Squares::new(3);
            squares.collect_with(&queue, 1000, &|| stop.load(Ordering::Relaxed)).unwrap()
        });
        let mut workplace = Workplace::new(&queue, "a worker.*");
        assert_eq!(workplace.name(), "a-worker--");
        while notes.is_empty() {
            workplace
                .refresh(&mut |_, announcement| {
                    notes.push(announcement.title.clone());
                    Err("another build".to_owned().into())
                })
                .unwrap();
        }
        assert!(workplace.pull(Duration::from_millis(100)).unwrap().is_none());
        stop.store(true, Ordering::Relaxed);
        assert!(collecting.join().unwrap().was_stopped);
    });
    assert_eq!(notes, ["squares"]);
}

#[test]
fn workers_that_report_are_listed() {
    let local = Local::start();
    let queue = local.connect();
    assert_eq!(queue.seen_workers().unwrap(), []);
    let status = |name: &str, done| WorkerStatus {
        name: name.to_owned(),
        version: "1".to_owned(),
        jobs: 2,
        done,
        in_flight: 1,
        failed: 0,
        units_per_second: 0.5,
    };
    for (name, done) in [("two", 1), ("one", 2), ("two", 3)] {
        Workplace::new(&queue, name).report(&status(name, done));
    }
    let begin = Instant::now();
    let mut seen = Vec::new();
    while seen != [status("one", 2), status("two", 3)] {
        seen = queue.seen_workers().unwrap().into_iter().map(|seen| seen.status).collect();
        assert!(begin.elapsed() < Duration::from_secs(20), "{seen:?}");
    }
    assert_eq!(queue.seen_plans().unwrap(), []);
    assert!(queue.seen_given_up().unwrap().is_empty());
}

#[test]
fn a_unit_that_is_larger_than_a_message_is_an_error() {
    struct Large(Squares);

    impl UnitSource for Large {
        type Output = usize;
        type Error = QueueError;

        fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
            let mut rng = 1_u64;
            let noise = (0..10_000_000).map(|_| {
                rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (rng >> 56) as u8
            });
            Ok(self.0.next()?.map(|(number, _)| (number, noise.collect())))
        }

        fn decode(&self, number: usize, content: &[u8]) -> Result<usize, String> {
            self.0.decode(number, content)
        }

        fn take(&mut self, number: usize, output: usize) -> Result<(), QueueError> {
            self.0.take(number, output)
        }

        fn is_done(&self) -> bool {
            false
        }

        fn note(&self, _note: &str) {}
    }

    let local = Local::start();
    let queue = local.connect();
    let announcement = queue::Announcement {
        kind: "large".to_owned(),
        title: "large".to_owned(),
        ack_wait_ms: 1000,
        tries: 3,
        units: None,
        speed: None,
        content: serde_json::Value::Null,
    };
    let id = queue::PlanId::of(&["large"]);
    let collecting = queue::Collecting { id: &id, announcement: &announcement, is_stopped: NEVER };
    let ended = queue::collect(&queue, &collecting, &mut Large(Squares::new(1)));
    let error = ended.unwrap_err().to_string();
    assert!(error.starts_with("unit 0 has 100"), "{error}");
    assert!(error.contains("a message of this server holds 8388608: raise `max_payload`"));
}

#[test]
fn objects_travel_by_their_hash() {
    let local = Local::start();
    let (here, there) = (local.connect(), local.connect());
    let content: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    let name = here.put_object(&content).unwrap();
    assert_eq!(name, object_name(&content));
    assert_eq!(here.put_object(&content).unwrap(), name);
    assert_eq!(there.object(&name).unwrap(), content);
    let error = there.object(&object_name(b"other")).unwrap_err().to_string();
    assert!(error.starts_with("the queue failed to fetch a source: "), "{error}");
}

fn connect(address: &Address) -> Result<Queue, QueueError> {
    Queue::connect(address, "test", Arc::new(|_| {}))
}

#[track_caller]
fn check_cannot_connect(address: &str, expected: &str) {
    let error = Address::parse(address).and_then(|address| connect(&address)).err().unwrap();
    let text = error.to_string();
    assert!(text.contains(expected), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn a_server_that_is_not_there_or_refuses_the_token_is_named() {
    let token = |folder: &std::path::Path, options: ServerOptions| {
        let file = folder.join("token");
        fs::write(&file, "secret\n").unwrap();
        ServerOptions { token_file: Some(file), ..options }
    };
    let local = Local::start_with(token);
    let port = local.options.port;
    connect(&Address::parse(&format!("nats://secret@127.0.0.1:{port}")).unwrap()).unwrap();
    let refused = format!("the NATS server at 127.0.0.1:{port} refuses the credentials");
    check_cannot_connect(&format!("nats://wrong@127.0.0.1:{port}"), &refused);
    check_cannot_connect(&format!("nats://127.0.0.1:{port}"), &refused);
    let missing = options(local.folder.path()).port;
    let expected = format!("no NATS server answers at 127.0.0.1:{missing} (");
    check_cannot_connect(&format!("nats://127.0.0.1:{missing}"), &expected);
    check_cannot_connect("nats://192.0.2.1:4222", "needs credentials");
}

#[test]
fn a_server_for_other_machines_needs_a_token_and_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let open = ServerOptions { address: "0.0.0.0".parse().unwrap(), ..options(folder.path()) };
    let error = Server::start(&open).err().unwrap().to_string();
    assert!(error.contains("is on another machine: give it a token and a certificate"), "{error}");
    assert!(!open.folder.exists());
    let missing = ServerOptions {
        tls: Some((folder.path().join("cert"), folder.path().join("key"))),
        ..options(folder.path())
    };
    let error = Server::start(&missing).err().unwrap().to_string();
    assert!(error.contains("nats-server cannot be started: it has ended"), "{error}");
}

#[test]
fn a_queue_of_another_version_is_refused() {
    use async_nats::jetstream::{self, stream::Config};

    let local = Local::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(format!("127.0.0.1:{}", local.options.port)).await;
        let config = Config {
            name: "cg-plans".to_owned(),
            subjects: vec!["cg.plans.*".to_owned()],
            description: Some("cargo cg, protocol 99".to_owned()),
            ..Config::default()
        };
        jetstream::new(client.unwrap()).create_stream(config).await.unwrap();
    });
    let error = connect(&local.address()).err().unwrap().to_string();
    assert!(error.contains("has `cargo cg, protocol 99`, this program has protocol 1"), "{error}");
}
