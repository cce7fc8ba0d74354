//! What a user of `cg` sees: standard output, standard error and the exit code.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::{read_to_string, write};
use std::process::Output;

use serde_json::json;

use support::{cg, check_cannot_run, in_folder, json_of, notes_of, recorded, stdout_of};

#[test]
fn the_count_of_perft_is_the_last_word() {
    assert_eq!(stdout_of(&["perft", "breakthrough", "4"]), "256036\n");
    let divided = stdout_of(&["perft", "breakthrough", "2", "--moves", "c2c3;f7e6", "--divide"]);
    assert!(divided.starts_with("c3d4: 23\n"), "{divided}");
    assert_eq!(divided.lines().count(), 24);
    assert_eq!(divided.split_whitespace().last(), Some("529"));
}

#[test]
fn perft_as_json_says_what_was_counted() {
    let object = json_of(&["perft", "breakthrough", "1", "--moves", "c2c3 f7e6", "--json"]);
    assert_eq!(object["nodes"], 23);
    assert_eq!(object["moves"], json!(["c2c3", "f7e6"]));
    let object = json_of(&["perft", "breakthrough", "2", "--divide", "--json"]);
    assert_eq!((&object["nodes"], &object["divide"]["a2b3"]), (&json!(484), &json!(22)));
}

#[test]
fn perft_after_an_illegal_move_cannot_run() {
    check_cannot_run(&["perft", "breakthrough", "1", "--moves", "c2c4"], "move 1, `c2c4`");
}

#[test]
fn an_unknown_game_is_answered_by_the_known_ones() {
    for command in [
        &["perft", "chess", "3"][..],
        &["bundle", "chess"],
        &["match", "chess", "--p1", "random", "--p2", "random", "--games", "2"],
    ] {
        check_cannot_run(command, "no game is called `chess`; the games are: breakthrough");
    }
}

#[test]
fn wrong_usage_exits_with_two() {
    for arguments in [&[][..], &["perft"], &["perft", "breakthrough", "x"], &["verify"], &["x"]] {
        assert_eq!(cg(arguments).status.code(), Some(2), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["match", "--help"], &["--version"]] {
        assert_eq!(cg(arguments).status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn verify_counts_games_and_plies() {
    let text = stdout_of(&["verify", &recorded()]);
    assert!(text.ends_with("breakthrough.jsonl.gz: 40 games, 2035 plies, ok\n"), "{text}");
    let object = json_of(&["verify", &recorded(), &recorded(), "--json"]);
    assert_eq!(
        (&object["ok"], &object["games"], &object["plies"]),
        (&json!(true), &json!(80), &json!(4070))
    );
}

#[test]
fn verify_refuses_what_is_not_right_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    check_cannot_run(&["verify", &name], "cannot be read");
    write(&path, "{\n").unwrap();
    check_cannot_run(&["verify", &name], "games.jsonl:1: ");
    write(&path, std::fs::read(recorded()).unwrap().split_at(9000).0).unwrap();
    check_cannot_run(&["verify", &name, "--json"], "the file is cut off");
}

#[test]
fn a_book_says_how_it_is_made_and_that_makes_it_again() {
    let arguments =
        "book jungle --openings 7 --plies 5 --nodes 200 --balance 80 --seed 9".split(' ');
    let arguments: Vec<&str> = arguments.collect();
    let text = stdout_of(&arguments);
    assert_eq!(text.lines().count(), 8);
    assert_eq!(text.lines().next(), Some(&*format!("# made by: cargo cg {}", arguments.join(" "))));
    assert!(text.lines().skip(1).all(|line| line.matches(';').count() == 5), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "book.txt");
    let output = cg(&[&arguments[..], &["-o", &name, "--play", "60"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    assert_eq!(read_to_string(path).unwrap(), text);
    let notes = notes_of(&output);
    for expected in ["7 openings in ", "first player ", " of 14 games", "plies a game "] {
        assert!(notes.contains(expected), "{notes}");
    }
}

#[test]
fn a_book_that_cannot_be_made_is_refused() {
    let few = "book breakthrough --openings 23 --plies 1 --nodes 10 --balance 30000".split(' ');
    check_cannot_run(&few.collect::<Vec<_>>(), "only 22 different openings of 1 plies were found");
    check_cannot_run(&["book", "jungle", "--plies", "500"], "no opening of 500 plies");
    check_cannot_run(&["book", "chess"], "no game is called `chess`");
    assert_eq!(cg(&["book", "jungle", "--balance", "-1"]).status.code(), Some(2));
}

#[test]
fn tuning_prints_the_weights_it_found() {
    let fit = ["tune", "breakthrough", "fit", "--games", "60", "--nodes", "60", "--seed", "2"];
    let text = stdout_of(&fit);
    assert!(text.contains(" positions; 100 units are 0."), "{text}");
    assert!(text.contains("cross entropy of other games: 0."), "{text}");
    assert!(text.lines().any(|line| line.starts_with("piece[3][1] ")), "{text}");
    let object = json_of(&[&fit[..], &["--json", "--groups"]].concat());
    let printed = text.lines().find_map(|line| line.strip_prefix("tempo ")).unwrap();
    assert_eq!(object["weights"]["tempo"].to_string(), printed);
    assert!(object["groups"].as_array().unwrap().len() > 5, "{object}");
    let climb = ["tune", "breakthrough", "climb", "--pairs", "16", "--nodes", "60", "--json"];
    assert!(json_of(&climb)["decided"].as_f64().unwrap() > 0.0);
}

#[test]
fn tuning_refuses_what_it_cannot_do() {
    let fit = |game, games| cg(&["tune", game, "fit", "--games", games, "--nodes", "10"]);
    let message = |output: Output| String::from_utf8(output.stderr).unwrap();
    assert!(message(fit("chess", "1")).contains("those that have are: breakthrough"));
    assert!(message(fit("breakthrough", "1")).contains("too few to learn from"));
    let share = cg(&["tune", "breakthrough", "fit", "--blend", "2"]);
    assert_eq!(share.status.code(), Some(2));
    assert!(message(share).contains("expected a number from 0 to 1"));
    // Nothing is written where there is no workspace, and the weights are not lost.
    let written =
        cg(&["tune", "breakthrough", "climb", "--pairs", "1", "--nodes", "10", "--write"]);
    assert_eq!(written.status.code(), Some(2));
}
