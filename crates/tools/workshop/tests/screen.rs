//! Tests of the command `screen`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use support::{cg, check_cannot_run, in_folder, notes_of, stdout_of, words};
use tempfile::TempDir;

/// Writes a file of candidates and returns the command that tests them, with results in `data`.
fn screen(folder: &TempDir, data: &str, candidates: &str, options: &str) -> String {
    let (path, file) = in_folder(folder, "candidates.txt");
    fs::write(path, candidates).unwrap();
    let (_, data) = in_folder(folder, data);
    format!("screen breakthrough {file} --evaluator nothing --data {data} {options}")
}

#[test]
fn each_candidate_gets_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let candidates = "# one that evaluates, and one that changes nothing\n\
                      evaluator=hand\n\
                      history_bonus=24\n";
    let line = screen(&folder, "data", candidates, "--nodes 30 --games 400 --sprt 0 100");
    let told = stdout_of(&words(&line));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "breakthrough, 30 nodes, SPRT [+0, +100], seed 1");
    assert!(lines[4].starts_with("| `evaluator=hand` | "), "{told}");
    assert!(lines[4].ends_with(" | **H1** |"), "{told}");
    assert!(lines[5].starts_with("| `history_bonus=24` | "), "{told}");
    assert!(!lines[5].contains("**"), "{told}");
    // The results are kept, so the second time no game is played.
    assert_eq!(stdout_of(&words(&line)), told);
    let none = cg(&words(&screen(&folder, "data", "history_bonus=24", "--nodes 30 --games 40")));
    assert_eq!(none.status.code(), Some(1), "{none:?}");
}

#[test]
fn a_killed_screening_resumes_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--nodes 60 --games 1600 --sprt -1 1 --json";
    let pairs = |object: &Value| object["candidates"][0]["pairs"].clone();
    let line = screen(&folder, "parts", "razoring_depth=0", options);
    let mut killed = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(words(&line))
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let results = folder.path().join("parts/screen/breakthrough");
    while !holds_results(&results) {
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let kept: Value = serde_json::from_slice(&fs::read(only_file(&results)).unwrap()).unwrap();
    let kept: u64 = kept["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert!((16..800).contains(&kept), "{kept} pairs");
    let resumed = cg(&words(&line));
    let resumed: Value = serde_json::from_slice(&resumed.stdout).unwrap();
    let whole = cg(&words(&screen(&folder, "whole", "razoring_depth=0", options)));
    let whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    assert_eq!(pairs(&resumed), pairs(&whole));
    assert_eq!(resumed["candidates"][0]["games"], 1600);
}

/// Returns whether results of a candidate are kept in `folder`, without those being written.
fn holds_results(folder: &Path) -> bool {
    folder.is_dir() && fs::read_dir(folder).unwrap().any(|entry| is_whole(&entry.unwrap().path()))
}

fn only_file(folder: &Path) -> std::path::PathBuf {
    let mut paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.find(|path| is_whole(path)).unwrap()
}

fn is_whole(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

#[test]
fn mistakes_are_found_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let check = |candidates: &str, expected: &str| {
        check_cannot_run(&words(&screen(&folder, "data", candidates, "--seed 1")), expected);
    };
    check("history_bonus=30\nno_such=1\n", "candidate `no_such=1`: the search has no tunable");
    check("razoring_depth=7\n", "takes values from 0 to 6, not 7");
    check("evaluator=no-such-file\n", "no-such-file cannot be read");
    assert!(!folder.path().join("data").exists(), "nothing is kept");
    check_cannot_run(&words("screen stratego nowhere.txt"), "nowhere.txt");
    let of_stratego =
        screen(&folder, "data", "contempt=0", "--long").replace("breakthrough", "stratego");
    check_cannot_run(&words(&of_stratego), "--long needs --time for this game");
}

#[test]
fn the_presets_are_limits_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let object = json_of_any(&screen(&folder, "data", "evaluator=hand", "--games 2 --json"));
    assert_eq!((&object["nodes"], &object["games"]), (&5000.into(), &2.into()));
    assert_eq!((&object["sprt"]["elo0"], &object["sprt"]["elo1"]), (&0.0.into(), &5.0.into()));
    let long = screen(&folder, "data", "evaluator=hand", "--long --games 2 --time 1 --json");
    let object = json_of_any(&long);
    assert_eq!((&object["milliseconds"], &object["games"]), (&1.into(), &2.into()));
    assert_eq!((&object["sprt"]["elo0"], &object["sprt"]["elo1"]), (&(-10.0).into(), &0.0.into()));
}

/// Returns the first candidate of a screening, with or without a verdict.
fn json_of_any(line: &str) -> Value {
    let output = cg(&words(line));
    assert!(output.status.code() < Some(2), "{}", notes_of(&output));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    object["candidates"][0].clone()
}
