//! Tests of help and usage errors, as a user of `cargo cg` sees them.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn options(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_options"));
    command.args(line.split_whitespace()).output().unwrap()
}

#[track_caller]
fn check_help(line: &str, expected: &str) {
    let output = options(line);
    let help = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{line}");
    assert!(help.contains(expected), "{line}: {help}");
}

#[test]
fn help_on_every_command_needs_no_other_program() {
    check_help("--help", "Usage: cargo cg [OPTIONS] <COMMAND>");
    check_help("help serve", "Usage: cargo cg serve [OPTIONS] [FILES]...");
    check_help("serve --help", "Usage: cargo cg serve [OPTIONS] [FILES]...");
    check_help("replay --help", "Usage: cargo cg replay [OPTIONS] [FILE]");
    check_help("train --help", "Usage: cargo cg train [OPTIONS] <GAME>");
    check_help("learn --help", "Usage: cargo cg learn [OPTIONS] --hours <HOURS> <GAME>");
    check_help("match --help", "Players of lamistra alone:");
    check_help("test --help", "Usage: cargo cg test");
    check_help("perft --help", "Name of the game: see `cargo cg games`");
    check_help("bundle --help", "Usage: cargo cg bundle");
}

/// Returns the help of a command in a folder, its words between single spaces.
fn help_in(folder: &Path, line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_options"));
    let output = command.args(line.split(' ')).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn help_names_the_games_of_the_workspace_around_the_current_folder() {
    let games = "breakthrough, jungle, lamistra, lines-of-action, stratego, stratego-two-squares";
    let expected = format!("[possible values: {games}]");
    for command in ["perft", "bench", "match", "tune", "bundle", "sample", "profile"] {
        let help = help_in(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("{command} --help"));
        assert!(help.contains(&expected), "{help}");
    }
    let other = tempfile::tempdir().unwrap();
    assert!(!help_in(other.path(), "perft --help").contains("[possible"));
    let package = other.path().join("crates/games/othello");
    fs::create_dir_all(&package).unwrap();
    fs::write(package.join("Cargo.toml"), "[package]\nname = \"othello\"\n").unwrap();
    let help = help_in(&package, "perft --help");
    assert!(help.contains("[possible values: othello]"), "{help}");
}

#[test]
fn a_usage_error_has_exit_code_two() {
    for line in ["", "bundel", "bundle", "match jungle", "serve --port many", "perft jungle x"] {
        let output = options(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn this_program_runs_no_command() {
    let output = options("bundle breakthrough");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("use `cargo cg`"));
}
