//! Names and options that `cargo cg new` refuses, with an error that says what to do.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::process::Command;

#[track_caller]
fn check_refused(line: &str, expected: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_scaffold"))
        .arg("new")
        .args(line.split(' '))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected), "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn names_that_cannot_be_used_are_refused() {
    check_refused("Othello", "`Othello` is not the name of a game: use ");
    check_refused("../othello", "is not the name of a game");
    check_refused("match", "no crate can be named `match`");
    check_refused("jungle", "there is a package `jungle` already");
    check_refused("serde", "there is a package `serde` already");
    check_refused("entry", "the type of the game would be `Entry`");
}

#[test]
fn options_that_make_no_game_are_refused() {
    check_refused("othello --board 2x99", "expected a size from 3x3 to 10x10");
    check_refused("othello --moves step --board 8x5", "need at least 6 ranks");
    check_refused("othello --moves slide", "[possible values: drop, step, place]");
    check_refused("othello --judge codinggame", "no judge is called `codinggame`");
    check_refused("othello --judge missing.toml", "missing.toml: No such file");
}

#[test]
fn a_workspace_that_cannot_be_written_is_refused() {
    check_refused("othello --outside src", "src exists already");
    check_refused("othello --outside missing/games", "missing cannot be written");
    check_refused("programs --outside new", "the workspace has a package `programs`");
    check_refused("othello --git file:///tools", "required arguments were not provided");
}
