//! Tests of the errors of `cargo cg referee`. Tests with the runners themselves are in the package
//! `tests`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;

use support::{cg, check_cannot_run, in_folder, notes_of, stdout_of, words};

const GAME: &str = "referee breakthrough -p1 random -p2 random";

/// Checks that the command line is a usage error, and that the message contains `expected`.
#[track_caller]
fn check_refused(line: &str, expected: &str) {
    let output = cg(&words(line));
    let notes = notes_of(&output);
    assert_eq!(output.status.code(), Some(2), "{notes}");
    assert!(output.stdout.is_empty());
    assert!(notes.starts_with("error: ") && notes.contains(expected), "{notes}");
}

#[test]
fn players_have_options_with_one_dash_or_two() {
    for players in ["-p1 random -p2 uct:20", "--p1 random --p2=uct:20"] {
        let text = stdout_of(&words(&format!("referee breakthrough {players} -d seed=6")));
        assert!(["1\n0\nseed=6\n", "0\n1\nseed=6\n"].contains(&text.as_str()), "{text}");
    }
}

#[test]
fn other_arguments_are_usage_errors() {
    check_refused(&format!("{GAME} -p3 random"), "unexpected argument '-p' found");
    check_refused(&format!("{GAME} -p"), "unexpected argument '-p' found");
    check_refused("match breakthrough -p1 random", "unexpected argument '-p' found");
    check_refused("referee breakthrough -p1 random", "--p2 <PLAYER>");
    check_refused(&format!("{GAME} --pairs"), "--psyleague");
    check_refused(&format!("{GAME} --psyleague -l file"), "cannot be used with");
}

#[test]
fn only_a_seed_can_be_set() {
    for wrong in ["width=5", "seed=", "seed=x", "seed=-1", "7", "seed=1,width=5"] {
        check_refused(&format!("{GAME} -d {wrong}"), "only the seed can be set, ");
    }
    check_refused(&format!("{GAME} -d seed=1 -d seed=2"), "cannot be used multiple times");
}

#[test]
fn a_text_that_is_no_player_is_a_command_line() {
    let check = |player: &str, expected| {
        let arguments = ["referee", "breakthrough", "-p1", player, "-p2", "random"];
        check_cannot_run(&arguments, expected);
    };
    check("/no/such/program --fast", "`cmd:/no/such/program --fast` cannot be started: ");
    check("/no/such/program bot.rs", "`cmd:/no/such/program bot.rs` cannot be started: ");
    check("/no/such/bot.rs", "/no/such/bot.rs cannot be read");
    check("uct:many", "`uct:many` needs a whole number");
    check("sh -c 'open", "a quote or backslash is left open");
    check("", "the command line is empty");
    check_cannot_run(&words(&GAME.replace("breakthrough", "chess")), "no game is called `chess`");
}

#[test]
fn the_log_file_is_written_atomically() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "game.json");
    stdout_of(&words(&format!("{GAME} -l {name}")));
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    let (_, below_a_file) = in_folder(&folder, "game.json/game.json");
    check_cannot_run(&words(&format!("{GAME} -l {below_a_file}")), "there is no folder");
}
