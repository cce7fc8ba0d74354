//! Tests of the match commands with a foreign referee: statistics, errors, and what they refuse.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use tempfile::TempDir;

use support::{cg, check_cannot_run, in_folder, notes_of, stdout_of, words};

/// Writes a referee whose scores are the last words of the players' commands, after a shell command
/// that may make it fail. Returns its command line, without spaces.
fn referee_after(folder: &TempDir, first: &str) -> String {
    let (path, name) = in_folder(folder, "referee");
    let body = "while [ $# -gt 0 ]; do echo ${2##* }; shift 2; done";
    fs::write(&path, format!("#!/bin/sh\n{first}\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    name
}

/// Returns the words of a command, with `_` in place of a space within a word.
fn spaced(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('_', " ")).collect()
}

/// Runs a command with a referee and a store.
fn run(folder: &TempDir, referee: &str, line: &str) -> std::process::Output {
    let (_, store) = in_folder(folder, "arena.db");
    let line = spaced(line);
    let mut words: Vec<&str> = line.iter().map(String::as_str).collect();
    words.extend(["--referee", referee, "--store", &store]);
    cg(&words)
}

const TWO: &str = "match --p1 cmd:bot_5 --p2 cmd:bot_3 --games 4 --seed 1";

#[test]
fn a_match_under_a_foreign_referee_has_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&folder, &referee_after(&folder, ""), TWO);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    for expected in
        ["foreign, 4 games, seed 1, ", "referee      /", "+4 =0 -0", "ended by     score 4 ("]
    {
        assert!(text.contains(expected), "{text}");
    }
    assert!(notes_of(&output).contains("note: the referee gets no seed, "), "{output:?}");
    let (_, store) = in_folder(&folder, "arena.db");
    let verified = cg(&["verify", &store]);
    assert!(notes_of(&verified).contains(": 4 games of foreign referees are not verified"));
}

#[test]
fn more_than_two_players_play_together() {
    let folder = tempfile::tempdir().unwrap();
    let referee = referee_after(&folder, "");
    let output = run(&folder, &referee, &format!("{TWO} --also cmd:bot_4"));
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "foreign, all players in every game, 4 games, ",
        " 1. cmd:bot 5 100.0 %  +8 =0 -0; ",
        "cmd:bot 3 - cmd:bot 4: 0.0 % (",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    let (_, store) = in_folder(&folder, "arena.db");
    let history = stdout_of(&["history", "--store", &store]);
    assert!(history.contains("     4 of      4 games"), "{history}");
}

#[test]
fn a_sequential_test_a_tournament_and_a_league_have_foreign_referees_too() {
    let folder = tempfile::tempdir().unwrap();
    let referee = referee_after(&folder, "");
    let test = "sprt --test cmd:bot_5 --base cmd:bot_3 --elo1 300 --seed 1 --json";
    for more in ["", " --also cmd:bot_4"] {
        let output = run(&folder, &referee, &format!("{test}{more}"));
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["sprt"]["decision"], "elo1", "{object}");
    }
    let weak = run(&folder, &referee, &test.replace("bot_5", "bot_1"));
    assert_eq!(weak.status.code(), Some(1), "{weak:?}");
    let cup = "tournament cup cmd:bot_1 cmd:bot_2 cmd:bot_3 --games 2 --seed 1";
    let text = String::from_utf8(run(&folder, &referee, cup).stdout).unwrap();
    assert!(text.starts_with("cup, round robin, 6 games, seed 1, "), "{text}");
    assert!(text.contains(" 1. cmd:bot 3 "), "{text}");
    let (bots, bots_name) = in_folder(&folder, "bots");
    fs::create_dir(&bots).unwrap();
    let league = format!("league cup {bots_name} --with cmd:bot_1 --with cmd:bot_2 --games 4");
    let text = String::from_utf8(run(&folder, &referee, &league).stdout).unwrap();
    assert!(text.contains(" 1. cmd:bot 2 "), "{text}");
}

#[test]
fn a_match_in_which_nothing_was_judged_has_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&folder, &referee_after(&folder, "echo oh >&2; exit 4"), TWO);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let notes = notes_of(&output);
    let expected = "error: no game pair was judged; the first one: the referee has failed, exit \
                    status: 4; standard error: oh (seed ";
    assert!(notes.lines().last().unwrap().starts_with(expected), "{notes}");
    assert_eq!(notes.matches("warning: a game pair is not counted: ").count(), 2, "{notes}");
}

#[test]
fn games_without_a_judgement_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mark) = in_folder(&folder, "mark");
    // The trial start before the match ends long before it could leave the mark.
    let fail_once = format!("[ -e {mark} ] || {{ sleep 2; touch {mark}; exit; }}");
    let referee = referee_after(&folder, &fail_once);
    let output = run(&folder, &referee, &format!("{TWO} --jobs 1 --json"));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["games"], &object["referee"]["pairs_not_judged"]), (&json!(2), &json!(1)));
    let first = object["referee"]["first_failure"].as_str().unwrap();
    assert!(first.starts_with("the referee has printed 0 scores for 2 players (seed "), "{first}");
}

#[test]
fn what_a_foreign_referee_cannot_do_is_refused() {
    let check = |line: &str, expected| check_cannot_run(&words(line), expected);
    let line = "match --referee true --games 2 --p1 cmd:a --p2";
    check(&format!("{line} random"), "`random` is no program of its own: ");
    check(&format!("{line} uci:engine"), "`uci:engine` is no program of its own: ");
    check(&format!("{line} bot"), "`bot` is a bot of this workspace: name its game");
    check(&format!("{line} time=50,cmd:b"), "the referee starts the players and keeps their time");
    check(&format!("{line} cmd:{{nodes}}"), "give a limit with --nodes");
    let missing = cg(&words("match --referee /no/such --games 2 --p1 cmd:a --p2 cmd:b"));
    assert_eq!(missing.status.code(), Some(2));
    let notes = notes_of(&missing);
    assert!(notes.contains("\nerror: the referee `/no/such` cannot be started: "), "{notes}");
}
