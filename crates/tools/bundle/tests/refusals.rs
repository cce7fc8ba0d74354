//! Tests of errors that are found before anything is compiled.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::process::Command;

/// Checks that a command of this workspace ends with exit code 2 and this message.
#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_bundle"))
        .arg("bundle")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.as_str()), (Some(2), expected));
}

#[test]
fn the_error_for_an_unknown_game_lists_the_known_games() {
    check_refused(
        &["chess"],
        "error: no game is called `chess`; the games are: breakthrough, jungle, lamistra, \
         lines-of-action, stratego, stratego-two-squares\n",
    );
}

#[test]
fn an_output_file_that_cannot_be_written_is_an_error_before_the_bundle() {
    let path = "no/such/folder/bot.rs";
    let expected = format!("error: {path}: there is no folder no/such/folder\n");
    check_refused(&["breakthrough", "-o", path], &expected);
}
