//! Matches on many machines: a real server, and workers as processes.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod clocks;
mod commands;
mod disturbed;
mod figures;
#[path = "../support/machines.rs"]
mod machines;
mod matches;
mod one_unit;
mod refusals;
mod shards_and_tuning;
#[path = "../support/mod.rs"]
mod support;
mod trust;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use machines::Machines;
use support::{stdout_of, words};

/// Time after which a test fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// Match whose games depend on the seeds alone.
pub(crate) const MATCH: &str = "match breakthrough --p1 uct:60 --p2 uct:40 --seed 7";

/// Starts a command in the folder of the machines, with their queue.
pub(crate) fn start(machines: &Machines, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(words(line))
        .args(["--queue", &machines.address(), "--queue-wait", "1"])
        .current_dir(machines.folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the output of a command that uses the queue of the machines.
pub(crate) fn output(machines: &Machines, line: &str) -> Output {
    ended(start(machines, line))
}

/// Waits for the end of a program, which is killed if it takes minutes.
pub(crate) fn ended(mut program: Child) -> Output {
    let begin = Instant::now();
    while program.try_wait().unwrap().is_none() && begin.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
    // One that has ended is not killed.
    let _ = program.kill();
    program.wait_with_output().unwrap()
}

/// Returns the records of the match in one process, as lines.
pub(crate) fn alone(line: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    stdout_of(&words(&format!("{line} --jobs 2 --record {}", file.display())));
    fs::read_to_string(file).unwrap()
}

/// Waits until `condition` holds.
#[track_caller]
pub(crate) fn wait_until(mut condition: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < PATIENCE, "it takes too long");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Removes the times, which differ between runs.
pub(crate) fn without_times(mut object: Value) -> Value {
    for player in object["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().retain(|key, _| !key.ends_with("_ms"));
    }
    object
}

/// Returns the root folder of the workspace, where the compiler of sources is found.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}
