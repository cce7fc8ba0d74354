//! Tests of checks before the work: an output that cannot be written, filters without a match.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use support::{cg, check_cannot_run, in_folder, notes_of, recorded, stdout_of, words};

#[test]
fn an_output_in_a_missing_folder_is_refused_before_the_work() {
    for line in [
        "export --store /none/arena.db -o /none/games.jsonl",
        "book breakthrough -o /none/book.txt",
        "profile breakthrough -o /none/bot.svg",
        "match breakthrough --p1 bot --p2 bot --games 2 --report /none/match.html",
        "calibration stratego --picture /none/chart.svg",
        "referee breakthrough -p1 random -p2 random -l /none/game.json",
    ] {
        check_cannot_run(&words(line), "there is no folder /none");
    }
    check_cannot_run(&words("selfplay jungle -o /none/a/shards"), "there is no folder /none/a");
    let file = recorded();
    check_cannot_run(&["selfplay", "jungle", "-o", &file], "it is a file, and a folder is needed");
}

#[test]
fn filters_of_the_history_that_fit_no_match_are_said_to() {
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "arena.db");
    let one_match = "match breakthrough --p1 random --p2 random --games 2 --store";
    stdout_of(&[&words(one_match)[..], &[&store]].concat());
    let notes = |filter: [&str; 2]| {
        let output = cg(&[&["history", "--store", &store], &filter[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        notes_of(&output)
    };
    assert_eq!(notes(["--game", "breakthrough"]), "");
    let expected = "note: no stored match has that game and name; `cargo cg history` lists all\n";
    assert_eq!(notes(["--game", "jungel"]), expected);
    assert_eq!(notes(["--name", "x"]), expected);
}
