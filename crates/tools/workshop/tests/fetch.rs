//! Tests of `cargo cg fetch` against a server on this machine.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../../codingame/tests/support/server.rs"]
mod server;
#[path = "../../codingame/tests/support/mod.rs"]
mod site;
mod support;

use std::fs::{read, read_dir};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;

use serde_json::{Value, json};
use tempfile::TempDir;

use server::{Reply, Server, ok};
use site::{shortest, site_result};
use support::{check_cannot_run, interrupted, notes_of, stdout_of};

fn result(id: u64) -> Value {
    site_result(&shortest("breakthrough", "1-0"), id, 0)
}

/// Returns the ID of the game that a request asks for.
fn asked_for(body: &Value) -> u64 {
    body[0].as_u64().unwrap()
}

fn command(folder: &TempDir, server: &Server, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.args(["fetch", "--base", &server.base]).args(arguments);
    command.arg("--data").arg(folder.path()).current_dir(folder.path());
    command
}

fn fetch(folder: &TempDir, server: &Server, arguments: &[&str]) -> Output {
    command(folder, server, arguments).output().unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn fetched_games_are_kept_and_imported_and_not_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|number, _, body| match number {
        0 => Reply::Status(429, "Retry-After: 0\r\n", String::new()),
        _ => ok(&result(asked_for(body))),
    });
    let output = fetch(&folder, &server, &["7", "https://www.codingame.com/replay/8", "7"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(notes_of(&output).contains("note: status 429: asking again in 0.0 s"), "{output:?}");
    let expected = "match 1: 2 games of breakthrough imported\n2 new games, 0 already imported, 0 \
        refused\n";
    assert_eq!(printed(&output), expected);
    let kept = read(folder.path().join("codingame/7.json")).unwrap();
    assert_eq!(kept, result(7).to_string().into_bytes());
    assert_eq!(server.asked().len(), 3);
    let again = fetch(&folder, &server, &["7", "8"]);
    assert_eq!(printed(&again), "0 new games, 2 already imported, 0 refused\n");
    assert!(notes_of(&again).contains("note: already imported: game 7, 8\n"), "{again:?}");
    assert_eq!(server.asked().len(), 3);
    std::fs::remove_file(folder.path().join("codingame/7.json")).unwrap();
    let again = fetch(&folder, &server, &["7"]);
    assert_eq!(printed(&again), "0 new games, 1 already imported, 0 refused\n");
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn the_agent_whose_games_are_fetched_is_called_me() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, path, body| match path {
        "gameResult/findByGameId" => ok(&result(asked_for(body))),
        _ => ok(&json!([{ "gameId": 3 }, { "gameId": 2 }, { "gameId": 1 }])),
    });
    let output = fetch(&folder, &server, &["--agent", "101", "--last", "2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let asked = [
        "gamesPlayersRanking/findLastBattlesByAgentId [101,null]",
        "gameResult/findByGameId [3,null]",
        "gameResult/findByGameId [2,null]",
    ];
    assert_eq!(server.asked(), asked);
    let data = folder.path().to_str().unwrap();
    let history = stdout_of(&["history", "--data", data]);
    assert!(history.contains("2 of      2 games  me 0.0 %"), "{history}");
}

#[test]
fn a_hidden_game_is_refused_and_the_others_are_imported() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _, body| match asked_for(body) {
        7 => Reply::Status(422, "", r#"{"message":"UNAUTHORIZED"}"#.to_owned()),
        8 => Reply::Status(200, "", "nonsense".to_owned()),
        id => ok(&result(id)),
    });
    let output = fetch(&folder, &server, &["7", "8", "9"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let notes = notes_of(&output);
    let hidden = r#"refused: game 7: the site does not show it ({"message":"UNAUTHORIZED"}): the"#;
    assert!(notes.contains(hidden), "{notes}");
    assert!(notes.contains("refused: game 8: the answer of the site is no game result"), "{notes}");
    assert!(printed(&output).ends_with("1 new games, 0 already imported, 2 refused\n"));
    assert_eq!(read_dir(folder.path().join("codingame")).unwrap().count(), 1);
}

#[test]
fn an_error_ends_the_requests_and_the_same_command_continues() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|number, _, body| match number {
        1 => Reply::Status(403, "", "blocked".to_owned()),
        _ => ok(&result(asked_for(body))),
    });
    let output = fetch(&folder, &server, &["1", "2", "3"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let expected = "error: not all games were fetched: the same command continues later, and asks \
        for the missing ones only: the site refuses the request with status 403 (blocked)\n";
    assert!(notes_of(&output).ends_with(expected), "{output:?}");
    assert!(printed(&output).starts_with("match 1: 1 games"), "{output:?}");
    let output = fetch(&folder, &server, &["1", "2", "3"]);
    assert!(printed(&output).ends_with("2 new games, 1 already imported, 0 refused\n"));
    let ids: Vec<u64> =
        server.requests.lock().unwrap().iter().map(|request| asked_for(&request.body)).collect();
    assert_eq!(ids, [1, 2, 2, 3]);
}

#[test]
fn ctrl_c_ends_with_the_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let (waiting, is_waiting) = channel();
    let server = Server::start(move |number, _, body| match number {
        0 => ok(&result(asked_for(body))),
        _ => {
            waiting.send(()).unwrap();
            Reply::Stall
        }
    });
    let mut command = command(&folder, &server, &["1", "2"]);
    let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    is_waiting.recv().unwrap();
    let output = interrupted(program);
    assert!(printed(&output).ends_with("1 new games, 0 already imported, 0 refused\n"));
    assert!(folder.path().join("codingame/1.json").exists());
}

#[test]
fn options_are_checked_before_the_site_is_asked() {
    check_cannot_run(&["fetch", "7"], "run this inside the workspace");
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _, _| Reply::Garbage);
    for (arguments, expected) in [
        (&["7", "--game", "stratego"][..], "stratego is not played on CodinGame"),
        (&["7", "-o", "/no/such/records.jsonl"], "/no/such"),
        (&["x"], "expected the ID of a game"),
        (&[], "required"),
    ] {
        let output = fetch(&folder, &server, arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(notes_of(&output).contains(expected), "{output:?}");
    }
    assert!(server.asked().is_empty());
}
