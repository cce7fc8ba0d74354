//! Workers and users that are not trusted: forged results, damaged units, nkeys.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use nkeys::KeyPair;
use queue::{Address, PlanId, Queue, QueueError, Replay, UnitSource, Workplace};

use support::{Local, Squares, collect_with, options, square, wait_until, work};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Plan whose results may be any numbers. Those of some units are compared.
struct Forgeable(Squares);

impl UnitSource for Forgeable {
    type Output = usize;
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        self.0.next()
    }

    fn decode(&self, _number: usize, content: &[u8]) -> Result<usize, String> {
        str::from_utf8(content).ok().and_then(|text| text.parse().ok()).ok_or("no number".into())
    }

    fn replay(&mut self, number: usize, output: &usize) -> Result<Replay, QueueError> {
        let is_equal = number % 20 != 19 || *output == number * number;
        Ok(if is_equal { Replay::Equal } else { Replay::Different })
    }

    fn take(&mut self, number: usize, output: usize) -> Result<(), QueueError> {
        self.0.take(number, output)
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, note: &str) {
        self.0.note(note);
    }
}

#[test]
fn results_of_a_worker_that_forges_are_discarded_and_their_units_played_again() {
    let local = Local::start();
    let queue = local.connect();
    let mut plan = Forgeable(Squares::new(100));
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        // It takes the first unit, and finishes it when the other worker has been found out, so
        // that nothing is counted before.
        let honest = || {
            work(&queue, "honest", &end, |unit| {
                wait_until(&|| !queue.seen_distrusted().unwrap().is_empty());
                let result = square(&unit);
                unit.finish(&result, NEVER);
            });
        };
        let forger = || {
            let mut workplace = Workplace::new(&queue, "forger");
            wait_until(&|| queue.seen_plans().unwrap().iter().any(|plan| plan.in_flight == 1));
            let mut has_left = false;
            while !has_left {
                has_left = !workplace.refresh(&mut |_, _| Ok(())).unwrap().is_empty();
                if let Some(unit) = workplace.pull(Duration::from_millis(5)).unwrap() {
                    unit.finish(b"1", NEVER);
                }
            }
        };
        scope.spawn(honest);
        scope.spawn(forger);
        let ended = collect_with(&mut plan, &queue, 5000, NEVER);
        end.store(true, Ordering::Relaxed);
        let counted: Vec<usize> = (0..100).collect();
        assert_eq!(ended.unwrap().workers, [("honest".to_owned(), counted)].into());
    });
    plan.0.check(100);
    let expected = "worker forger is not trusted any more: its result of unit 19 differs from the \
                    same unit played here; 0 of its results were counted before";
    assert_eq!(plan.0.notes(), expected);
}

#[test]
fn a_unit_that_is_damaged_or_has_no_number_is_refused_by_the_worker() {
    let local = Local::start();
    let queue = local.connect();
    let notes = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&notes);
    let note = move |note: &str| heard.lock().unwrap().push(note.to_owned());
    let there = Queue::connect(&local.address(), "there", Arc::new(note)).unwrap();
    let mut squares = Squares::new(3);
    thread::scope(|scope| {
        let publishing = scope.spawn(|| {
            wait_until(&|| queue.seen_plans().unwrap().iter().any(|plan| plan.waiting == 3));
            let plan = PlanId::of(&["squares"]);
            publish_raw(&local, &format!("cg.units.{}.7", plan.as_str()), b"no unit");
            publish_raw(&local, &format!("cg.units.{}.seven", plan.as_str()), b"no unit");
            let mut workplace = Workplace::new(&there, "there");
            workplace.refresh(&mut |_, _| Ok(())).unwrap();
            // The plan ends with its last unit: the damaged ones come before.
            let mut units = Vec::new();
            while units.len() < 3 || notes.lock().unwrap().len() < 2 {
                units.extend(workplace.pull(Duration::from_millis(50)).unwrap());
            }
            for unit in units {
                let result = square(&unit);
                unit.finish(&result, NEVER);
            }
        });
        squares.collect_with(&queue, 60_000, NEVER).unwrap();
        publishing.join().unwrap();
    });
    squares.check(3);
    let notes = notes.lock().unwrap().join("\n");
    assert_eq!(notes.matches("is refused: malformed unit: the message is damaged").count(), 2);
}

/// Publishes a message as a client that follows no rules.
fn publish_raw(local: &Local, subject: &str, payload: &'static [u8]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(format!("127.0.0.1:{}", local.options.port)).await;
        let context = async_nats::jetstream::new(client.unwrap());
        context.publish(subject.to_owned(), payload.into()).await.unwrap().await.unwrap();
    });
}

/// Starts a server whose only user has the public nkey `user`.
fn start_with_nkey(folder: &Path, port: u16, user: &str) -> Child {
    let configuration = serde_json::json!({
        "listen": format!("127.0.0.1:{port}"),
        "jetstream": { "store_dir": folder.join("data") },
        "authorization": { "users": [{ "nkey": user }] },
    });
    let path = folder.join("server.conf");
    fs::write(&path, configuration.to_string()).unwrap();
    let start = |program: &str| {
        let mut server = Command::new(program);
        server.arg("--config").arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    // Debian's package has the program outside of the usual paths.
    let server = start("nats-server").or_else(|_| start("/usr/sbin/nats-server")).unwrap();
    wait_until(&|| TcpStream::connect(("127.0.0.1", port)).is_ok());
    server
}

#[test]
fn a_user_with_an_nkey_is_let_in_by_the_seed_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let port = options(folder.path()).port;
    let (user, stranger) = (KeyPair::new_user(), KeyPair::new_user());
    let mut server = start_with_nkey(folder.path(), port, &user.public_key());
    let connect = |key_file: Option<PathBuf>| {
        let mut address = Address::parse(&format!("nats://127.0.0.1:{port}")).unwrap();
        address.key_file = key_file;
        Queue::connect(&address, "test", Arc::new(|_| {}))
    };
    let connect_as = |key: &KeyPair| {
        let file = folder.path().join("seed");
        fs::write(&file, format!("{}\n", key.seed().unwrap())).unwrap();
        connect(Some(file))
    };
    let entered = connect_as(&user).map(|queue| queue.seen_workers().unwrap());
    let refused = connect_as(&stranger).err().map(|error| error.to_string());
    let without = connect(None).err().map(|error| error.to_string());
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(entered.unwrap(), []);
    for refused in [refused, without] {
        let expected = format!("the NATS server at 127.0.0.1:{port} refuses the credentials");
        assert!(refused.as_ref().is_some_and(|text| text.contains(&expected)), "{refused:?}");
    }
    let error = connect(Some("no such file".into())).err().unwrap().to_string();
    assert!(error.starts_with("no such file cannot be read: "), "{error}");
}
