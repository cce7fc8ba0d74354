//! Commands `queue` and `workers`, and queues that cannot be used.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::machines::{self, Machines};
use crate::support::{self, check_cannot_run, json_of, notes_of, stdout_of, words};
use crate::{MATCH, ended, output, wait_until};

#[test]
fn workers_are_listed_with_what_they_have_done() {
    let mut machines = Machines::start();
    machines.add_worker();
    let line = format!("{MATCH} --games 4");
    let played = output(&machines, &line);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let address = machines.address();
    let list = ["workers", "--queue", &address];
    let mut listed = Value::Null;
    wait_until(|| {
        listed = json_of(&[&list[..], &["--json"]].concat());
        listed["workers"][0]["done"] == 2
    });
    assert_eq!(listed["workers"][0]["worker"], "worker-0");
    assert_eq!(listed["workers"][0]["failed"], 0);
    assert_eq!((&listed["plans"], &listed["given_up"]), (&json!([]), &json!({})));
    let text = stdout_of(&list);
    assert!(text.starts_with("worker   ") && text.contains("\nworker-0 "), "{text}");
    check_cannot_run(&["workers"], "name the queue with --queue");
}

#[test]
fn a_local_server_serves_until_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let (data, port) = (folder.path().display().to_string(), machines::free_port().to_string());
    let server = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["--data", &data, "queue", "--port", &port])
            .args(more)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let open = ended(server(&["--listen", "0.0.0.0"]));
    assert_eq!(open.status.code(), Some(2));
    assert!(notes_of(&open).contains("give it a token and a certificate"), "{}", notes_of(&open));
    let serving = server(&[]);
    let address = format!("nats://127.0.0.1:{port}");
    wait_until(|| support::cg(&["workers", "--queue", &address]).status.success());
    let notes = notes_of(&support::interrupted(serving));
    assert!(notes.starts_with(&format!("note: the queue is {address}, its data are in ")));
    check_cannot_run(&["workers", "--queue", &address], "no NATS server answers");
}

#[test]
fn a_queue_that_cannot_be_used_is_an_error_of_one_line() {
    let check = |address: &str, expected: &str| {
        let line =
            format!("match breakthrough --p1 random --p2 random --games 2 --queue {address}");
        check_cannot_run(&words(&line), expected);
    };
    check("nats://192.0.2.1", "the queue at 192.0.2.1:4222 is on another machine: it needs");
    check("nats://127.0.0.1:9", "no NATS server answers at 127.0.0.1:9 (");
    check("127.0.0.1", "is no address of a queue");
    let foreign = "match --referee false --p1 cmd:false --p2 cmd:false --games 2 --queue";
    let machines = Machines::start();
    let line = format!("{foreign} {}", machines.address());
    let output = support::cg(&words(&line));
    assert_eq!(output.status.code(), Some(2));
    assert!(notes_of(&output).contains("a foreign referee judges on this machine only"));
}
