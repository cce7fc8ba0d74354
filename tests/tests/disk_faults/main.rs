//! Faults of the disk, at each write, sync and rename: nothing that was written is lost, nothing
//! half-written is read, and the message names the file.
//!
//! Each command has its faults at some of its changes of files. With the environment variable
//! `DISK_FAULTS=all` each change has its fault.
//!
//! A process is traced by the thread that starts it, with the registers of x86-64.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod scenarios;
mod tracer;

use std::path::Path;
use std::{env, fs};

use tests::copy_all;

use crate::scenarios::{Content, Scenario, command};
use crate::tracer::{Ended, Fault, run};

macro_rules! scenarios {
    ($($test:ident: $scenario:ident;)*) => {
        $(#[test]
        fn $test() {
            check(&Scenario::$scenario);
        })*
    };
}

scenarios! {
    games_of_a_match: MATCH;
    exported_records: EXPORT;
    the_page_of_a_match: REPORT;
    shards_of_self_play: SELF_PLAY;
    a_trained_network: TRAINING;
    a_run_of_generations: LEARNING;
    a_promoted_network: PROMOTION;
    tuned_weights: TUNING;
    a_bundle_and_its_map: BUNDLE;
    a_new_game: NEW_GAME;
}

/// Runs a command without a fault, and then with each of its faults.
fn check(scenario: &Scenario) {
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (folder.path().join("before"), folder.path().join("after"));
    fs::create_dir(&before).unwrap();
    (scenario.prepare)(&before);
    copy_all(&before, &after);
    let ended = run(&command(scenario.line), &after, None);
    check_success(scenario, &ended);
    assert!(ended.changes >= scenario.samples, "{ended:?}");
    assert!(ended.named_too_early.is_empty(), "{ended:?}");
    let before = (before.as_path(), (scenario.content)(&before));
    let after = (scenario.content)(&after);

    let all = env::var("DISK_FAULTS").is_ok_and(|which| which == "all");
    let samples = if all { ended.changes } else { scenario.samples };
    let faults = samples * scenario.faults.len();
    println!("{faults} faults of `{}`, which changes files {} times", scenario.line, ended.changes);
    for &fault in scenario.faults {
        for sample in 0..samples {
            // The last change is one of them.
            let number = ended.changes * (sample + 1) / samples;
            check_fault(scenario, (fault, number), &before, &after);
        }
    }
}

fn check_success(scenario: &Scenario, ended: &Ended) {
    assert!(ended.code.is_some_and(|code| scenario.codes.contains(&code)), "{ended:?}");
}

/// Checks one fault: `before` and `after` are the files without it.
fn check_fault(
    scenario: &Scenario,
    (fault, number): (Fault, usize),
    (template, before): &(&Path, Content),
    after: &Content,
) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("files");
    copy_all(template, &folder);
    let ended = run(&command(scenario.line), &folder, Some((fault, number)));
    let place = format!("{fault:?} at {number} of `{}`: {ended:?}", scenario.line);
    let left = (scenario.content)(&folder);
    for (name, text) in &left {
        let is_whole = [before, after].iter().any(|content| content.get(name) == Some(text));
        assert!(is_whole, "{name} is half-written: {place}");
    }
    let is_kept = |name| left.contains_key(name);
    assert!(before.keys().all(is_kept), "a file is lost: {place}");
    match ended.code {
        None => assert_eq!(fault, Fault::Kill, "{place}"),
        Some(2) => check_message(&ended.errors, scenario.files, &place),
        Some(_) => {
            check_success(scenario, &ended);
            assert!(&left == after, "its files are not those of a run without a fault: {place}");
            return;
        }
    }
    let again = (scenario.again)(scenario.line, &folder);
    let resumed = run(&command(&again), &folder, None);
    check_success(scenario, &resumed);
    let is_complete = &(scenario.content)(&folder) == after;
    assert!(is_complete, "a second run does not complete it: {place} {resumed:?}");
}

/// Checks that the last line of standard error is about one of the files.
fn check_message(errors: &str, files: &[&str], place: &str) {
    let line = errors.lines().last().unwrap_or_default();
    let is_about_a_file = files.iter().any(|file| line.contains(file));
    assert!(is_about_a_file, "no file is named: {place}");
}
