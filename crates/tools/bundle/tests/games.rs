//! Tests of the error message for unknown games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::process::Command;

#[test]
fn the_error_for_an_unknown_game_lists_the_known_games() {
    let output = Command::new(env!("CARGO_BIN_EXE_bundle"))
        .args(["bundle", "chess"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(
        message,
        "error: no game is called `chess`; the games are: breakthrough, jungle, lamistra, \
         lines-of-action, stratego, stratego-two-squares\n"
    );
}
