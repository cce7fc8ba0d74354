//! Tests of the settings file, as a user of `cargo cg` sees it.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::MAIN_SEPARATOR;
use std::process::{Command, Output};

/// Runs the program with a settings file in the folder above the current one.
fn options(settings: &str, line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    fs::write(folder.path().join("cg.toml"), settings).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_options"));
    command.args(line.split_whitespace()).current_dir(inside).env_remove("CG_SETTINGS");
    command.output().unwrap()
}

/// Checks that the command line is complete: the program's only complaint is that it does not have
/// the command.
#[track_caller]
fn check_accepted(settings: &str, line: &str) {
    let error = String::from_utf8(options(settings, line).stderr).unwrap();
    assert!(error.contains("another program has this command"), "{line}: {error}");
}

#[track_caller]
fn check_refused(settings: &str, line: &str, expected: &str) {
    let output = options(settings, line);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {error}");
    assert!(error.contains(expected), "{line}: {error}");
}

#[track_caller]
fn check_help(settings: &str, line: &str, expected: &str) {
    let help = String::from_utf8(options(settings, line).stdout).unwrap();
    assert!(help.contains(expected), "{line}: {help}");
}

#[test]
fn a_value_for_all_commands_is_the_default_of_each() {
    for command in ["match", "sprt", "tournament"] {
        check_help("jobs = 3", &format!("{command} --help"), "[default: 3]");
    }
}

#[test]
fn a_value_for_one_command_is_no_value_of_another() {
    let settings = "[match]\ngames = 200\n";
    check_accepted(settings, "match jungle --p1 bot --p2 random");
    let of_another = "[tournament]\ngames = 200\n";
    check_refused(of_another, "match jungle --p1 bot --p2 random", "--games");
}

#[test]
fn a_path_is_relative_to_the_file() {
    let output = options("store = \"games.db\"", "history --help");
    let help = String::from_utf8(output.stdout).unwrap();
    let end = format!("{MAIN_SEPARATOR}games.db]");
    assert!(help.contains(&end) && !help.contains("inside"), "{help}");
}

#[test]
fn the_game_is_that_of_the_settings_if_the_command_line_has_none() {
    let settings = "game = \"jungle\"";
    check_accepted(settings, "perft 4");
    check_accepted(settings, "bundle");
    check_accepted(settings, "tune fit --games 10");
    check_accepted(settings, "perft breakthrough 4");
    check_refused(settings, "perft breakthrough", "<DEPTH>");
}

#[test]
fn what_no_option_can_have_is_refused_with_the_file() {
    check_refused("job = 3", "history", "cg.toml: no option is called `job`");
    check_refused("[macth]\ngames = 2", "history", "cg.toml: there is no command `macth`");
    check_refused("[match]\njob = 3", "history", "cg.toml: [match]: no option is called `job`");
    check_refused("pin = 1", "history", "`--pin` belongs to the command line");
    check_refused("[review]\ntime = 9", "history", "it replaces `--nodes`");
    check_refused("jobs = [3]", "history", "`jobs` must be a text, a number");
    check_refused("game = 3", "history", "cg.toml: `game` must be a text");
    check_refused("jobs = ", "history", "cg.toml: TOML parse error");
    let line = "match jungle --p1 bot --p2 random --games 2";
    check_refused("jobs = \"many\"", line, "invalid value 'many' for '--jobs <N>'");
}

#[test]
fn an_empty_variable_asks_for_no_settings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cg.toml"), "no settings").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_options"));
    command.args(["help", "match"]).current_dir(folder.path()).env("CG_SETTINGS", "");
    assert_eq!(command.output().unwrap().status.code(), Some(0));
}
