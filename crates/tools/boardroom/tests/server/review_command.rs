//! Tests of the command `review`, and of reviews in the answers of the server.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arena::{MatchId, Store, StoredPlace};
use boardroom::Settings;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use registry::TestPosition;
use serde_json::{Value, json};

use crate::match_maker::play;
use crate::reviews::{records, review};
use crate::support::{Server, TIMEOUT, files, settings, transcript};

/// Returns the command with its data in `folder`.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    command.current_dir(folder).env("CG_DATA", folder.join("data")).arg("review").args(arguments);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn stdout_of(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn path_of(game: &str) -> String {
    transcript(game).canonicalize().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_review_is_printed_as_tables_and_as_json_and_again_without_a_search() {
    let (folder, file) = (tempfile::tempdir().unwrap(), path_of("breakthrough"));
    let arguments = [&file, "--game", "1", "--nodes", "500", "--jobs", "2"];
    let text = stdout_of(folder.path(), &arguments);
    assert!(text.starts_with("1 games, 40 moves judged, 500 nodes per search\n"), "{text}");
    assert!(text.contains("\nuniform ") && text.contains("\n    1     41      1-0"), "{text}");
    assert_eq!(text, stdout_of(folder.path(), &arguments));
    let object = |more: &[&str]| -> Value {
        let arguments = [&arguments[..], &["--json"], more].concat();
        serde_json::from_str(&stdout_of(folder.path(), &arguments)).unwrap()
    };
    let both = object(&[]);
    assert_eq!(both["effort"], json!({"nodes": 500}));
    assert_eq!(
        (&both["players"][0]["games"], &both["players"][0]["moves"]),
        (&json!(1), &json!(40))
    );
    let second = object(&["--side", "second", "--player", "uniform"]);
    assert_eq!(second["players"][0]["moves"], 20);
    let moves = |object: &Value| object["games"][0]["review"]["moves"].as_array().unwrap().clone();
    for (index, (one, of_both)) in moves(&second).iter().zip(moves(&both)).enumerate() {
        assert_eq!(*one, if index % 2 == 1 { of_both } else { Value::Null });
    }
}

#[test]
fn the_turning_points_become_test_positions_and_the_games_a_page() {
    let (folder, file) = (tempfile::tempdir().unwrap(), path_of("jungle"));
    let arguments =
        [&file, "--game", "2", "--nodes", "300", "--suite", "suite.jsonl", "--html", "page.html"];
    stdout_of(folder.path(), &arguments);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("\"review\":{\"effort\":{\"nodes\":300}"));
    let jungle = registry::game("jungle").unwrap();
    let suite = TestPosition::read_file(&folder.path().join("suite.jsonl"), jungle).unwrap();
    let [TestPosition { moves, best, avoid, comment, .. }] = &suite[..] else {
        panic!("{suite:?}")
    };
    let played: Vec<String> = records("jungle")[1].plies.iter().map(|ply| ply.mv.clone()).collect();
    assert_eq!((&played[..moves.len()], &avoid[..]), (&moves[..], &played[moves.len()..][..1]));
    assert!(!best.is_empty());
    let ply = moves.len() + 1;
    assert_eq!(*comment, format!("jungle.jsonl.gz, game 2, ply {ply}, 300 nodes"));
}

#[test]
fn stored_matches_are_reviewed_and_the_newest_by_default() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    let store = folder.path().join("data/arena.db");
    play(&store, &["random", "greedy"], 1);
    play(&store, &["greedy", "random"], 2);
    let text = |more: &[&str]| stdout_of(folder.path(), &[&["--nodes", "50"], more].concat());
    assert!(text(&["--player", "random"]).starts_with("4 games, "));
    assert!(text(&["--match", "1"]).starts_with("2 games, "));
    assert!(text(&["--match", "2", "--game", "3"]).contains("\n    3 "));
}

#[test]
fn an_interrupted_review_ends_with_130_and_continues() {
    let (folder, file) = (tempfile::tempdir().unwrap(), path_of("breakthrough"));
    // An hour for each move: the review is under way when the data folder exists.
    let mut command = command(folder.path(), &[&file, "--game", "1", "--time", "3600000"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    while !folder.path().join("data").exists() {
        assert!(started.elapsed() < TIMEOUT);
        thread::sleep(Duration::from_millis(5));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("1 games, 0 moves judged, "));
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note, "note: the review is not complete: the same command continues it\n");
}

#[test]
fn what_cannot_be_reviewed_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], expected: &str| {
        let output = run(folder.path(), arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
        assert!(!folder.path().join("data/reviews").exists());
    };
    let [jungle, stratego] = ["jungle", "stratego"].map(path_of);
    check(&["none.jsonl"], "none.jsonl: cannot be read: No such file");
    check(&[], "arena.db: does not exist: no match is stored");
    check(&[&stratego], "stratego.jsonl.gz: game 1: moves of stratego cannot be judged");
    check(&[&jungle, "--game", "41"], "has 40 games: `--game` counts from 1");
    check(&[&jungle, "--player", "nobody"], "no game has a player `nobody` on that side; the pla");
    check(&[&jungle, "--html", "no/page.html"], "no/page.html: there is no folder no");
    check(&[&jungle, "--suite", "no/suite.jsonl"], "no/suite.jsonl: there is no folder no");
    check(&[&jungle, "--nodes", "9", "--time", "9"], "cannot be used with");
    check(&[&jungle, "--match", "1"], "cannot be used with");
}

#[test]
fn the_server_shows_the_review_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let found = review(folder.path(), &records("jungle")[1], 300);
    let reviews = Some(folder.path().to_owned());
    let server = Server::start(Settings { files: files(), reviews, ..settings() });
    let shown = server.found("/api/replays/file3/1")["review"].clone();
    assert_eq!(shown["turningPoint"], json!(found.turning_point.unwrap()));
    for (mv, found) in shown["moves"].as_array().unwrap().iter().zip(&found.moves) {
        assert_eq!(mv["score"], json!(found.as_ref().map(|mv| mv.search.score)));
        assert_eq!(mv["mark"], json!(found.as_ref().and_then(|mv| mv.mark)));
    }
    assert_eq!(server.found("/api/replays/file3/0")["review"], Value::Null);
    assert_eq!(server.found("/api/replays/file5/0")["review"], Value::Null);
    // A game of a match has its review as well.
    let store = folder.path().join("arena.db");
    play(&store, &["greedy", "random"], 1);
    let place = StoredPlace { id: MatchId(1), unit: 0, number: 1 };
    let record = Store::open_to_read(&store).unwrap().record(place).unwrap().unwrap();
    review(folder.path(), &record, 50);
    let server =
        Server::start(Settings { store, reviews: Some(folder.path().to_owned()), ..settings() });
    let game = |number| server.found(&format!("/api/matches/1/games/0/{number}"))["review"].clone();
    assert_eq!(game(0), Value::Null);
    assert_eq!(game(1)["effort"], json!({"nodes": 50}));
}
