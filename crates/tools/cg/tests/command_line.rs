//! What a user of `cg` sees: standard output, standard error and the exit code.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::{read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// Runs `cg` outside the workspace.
fn cg(arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .output();
    program.unwrap()
}

#[track_caller]
fn stdout_of(arguments: &[&str]) -> String {
    let output = cg(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout_of(arguments)).unwrap()
}

/// Checks that a command cannot run and says so in one line that holds `expected`.
#[track_caller]
fn check_cannot_run(arguments: &[&str], expected: &str) {
    let output = cg(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(expected), "{message}");
    assert!(output.stdout.is_empty());
}

fn recorded() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/data/transcripts/breakthrough.jsonl.gz");
    path.to_str().unwrap().to_owned()
}

fn in_folder(folder: &tempfile::TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

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
fn a_match_has_a_seed_and_a_result() {
    let arguments = [
        "match",
        "breakthrough",
        "--p1",
        "random",
        "--p2",
        "uct:20",
        "--games",
        "3",
        "--seed",
        "5",
    ];
    let output = cg(&arguments);
    let (text, notes) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(notes, "note: games come in pairs: playing 4\nseed 5\n");
    for expected in ["breakthrough, 4 games, seed 5, openings of 4 plies", "uct:20", "home-row"] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_match_as_json_is_one_object_whatever_the_number_of_jobs() {
    let arguments =
        "match breakthrough --p1 uct:20 --p2 random --games 6 --seed 5 --json --jobs".split(' ');
    let played = |jobs: &'static str| {
        let arguments: Vec<&str> = arguments.clone().chain([jobs]).collect();
        let mut object = json_of(&arguments);
        for player in object["players"].as_array_mut().unwrap() {
            let times = player.as_object_mut().unwrap();
            times.retain(|key, _| !key.ends_with("_ms"));
        }
        object
    };
    let object = played("1");
    assert_eq!(object, played("2"));
    assert_eq!(object["games"], 6);
    assert_eq!(object["wins"].as_u64().unwrap() + object["losses"].as_u64().unwrap(), 6);
    assert_eq!(object["players"][0]["player"], "uct:20");
    assert_eq!(object["players"][0]["crashes"], 0);
}

#[test]
fn a_recorded_match_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    let crashes = "cmd:sh -c 'exit 4'";
    for p1 in ["random", crashes] {
        stdout_of(&[
            "match",
            "breakthrough",
            "--p1",
            p1,
            "--p2",
            "random",
            "--games",
            "2",
            "--record",
            &name,
        ]);
        assert!(stdout_of(&["verify", &name]).contains(": 2 games, "));
    }
    assert_eq!(read_to_string(path).unwrap().matches(r#""reason":"crash""#).count(), 2);
}

#[test]
fn faults_are_counted_and_told() {
    let output = cg(&[
        "match",
        "breakthrough",
        "--p1",
        "random",
        "--p2",
        "cmd:sh -c 'echo oh >&2; exit 4'",
        "--games",
        "2",
        "--json",
    ]);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["wins"], &object["players"][1]["crashes"]), (&json!(2), &json!(2)));
    assert_eq!(object["elo"], Value::Null);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(
        notes.contains("note: no openings, since `cmd:sh -c 'echo oh >&2; exit 4'`"),
        "{notes}"
    );
    assert!(notes.contains("p2 loses by crash: the process ended, exit status: 4"), "{notes}");
    assert!(notes.contains("standard error: oh"), "{notes}");
}

#[test]
fn a_player_that_does_not_exist_cannot_play() {
    let play = |p1, expected| {
        let output = cg(&["match", "breakthrough", "--p1", p1, "--p2", "random", "--games", "2"]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
    };
    play("somebody", "error: no player is called `somebody`; the players are: random, ");
    play("uct:many", "error: `uct:many` needs a whole number");
    play("cmd:/no/such/program", "error: `cmd:/no/such/program` cannot be started");
    play("cmd:x {nodes}", "asks for {nodes}: give a limit with --nodes");
    play("uci:sh -c 'read line; echo no'", "did not say `uciok`: is it a UCI engine?");
}

#[test]
fn records_in_a_folder_that_does_not_exist_are_refused_before_the_match() {
    check_cannot_run(
        &[
            "match",
            "breakthrough",
            "--p1",
            "random",
            "--p2",
            "random",
            "--games",
            "1000000",
            "--seed",
            "1",
            "--record",
            "/no/such/folder/games.jsonl",
        ],
        "there is no folder /no/such/folder",
    );
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
    let notes = String::from_utf8(output.stderr).unwrap();
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
