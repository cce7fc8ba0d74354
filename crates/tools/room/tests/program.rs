//! Tests of the program that answers the page of a site.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Runs a request with a record file behind it; returns the lines of the response.
fn lines_with(request: &Value, file: &[u8]) -> Vec<Value> {
    let mut room = Command::new(env!("CARGO_BIN_EXE_room"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = room.stdin.take().unwrap();
    input.write_all(format!("{request}\n").as_bytes()).unwrap();
    input.write_all(file).unwrap();
    drop(input);
    let output = room.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn lines(request: &Value) -> Vec<Value> {
    lines_with(request, &[])
}

/// Returns the data of the reply, which is the last line.
fn reply(request: &Value) -> Value {
    let last = lines(request).pop().unwrap();
    assert_eq!(last["kind"], "reply", "{last}");
    last["data"].clone()
}

fn check_refused(request: &Value, status: u16, expected: &str) {
    let lines = lines(request);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((&lines[0]["kind"], &lines[0]["status"]), (&json!("problem"), &json!(status)));
    let error = lines[0]["error"].as_str().unwrap();
    assert!(error.contains(expected), "{error}");
}

/// Opens a session in which the visitor moves first.
fn open(game: &str) -> Value {
    let wish = json!({"game": game, "human": 0, "timeMs": 30});
    reply(&json!({"request": "open", "id": "a", "session": wish}))
}

/// Plays the first legal move of the visitor.
fn play(before: &Value) -> Value {
    let mv = &before["view"]["legal"][0]["move"];
    reply(&json!({"request": "play", "id": "a", "session": before["session"], "mv": mv}))
}

fn search(before: &Value, purpose: &str) -> Vec<Value> {
    let session = &before["session"];
    lines(&json!({"request": "search", "id": "a", "session": session, "purpose": purpose}))
}

fn of_kind<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["kind"] == kind).collect()
}

#[test]
fn a_game_is_played_by_requests_that_carry_the_session() {
    let opened = open("breakthrough");
    assert_eq!((&opened["view"]["ply"], &opened["isBotsTurn"]), (&json!(0), &json!(false)));
    let played = play(&opened);
    assert_eq!((&played["view"]["ply"], &played["isBotsTurn"]), (&json!(1), &json!(true)));
    let lines = search(&played, "move");
    let answered = &lines.last().unwrap()["data"];
    assert_eq!((&answered["view"]["ply"], &answered["isBotsTurn"]), (&json!(2), &json!(false)));
    let best = of_kind(&lines, "best");
    assert_eq!(answered["session"]["moves"][1], best.last().unwrap()["pv"]["move"]);
    let thinking = of_kind(&lines, "event");
    assert_eq!(thinking[0]["name"], "thinking");
    assert!(!thinking[0]["data"]["pv"].as_array().unwrap().is_empty());
    let undo = json!({"request": "undo", "id": "a", "session": answered["session"]});
    let undone = reply(&undo);
    assert_eq!(undone["view"]["ply"], 0);
    assert!(undone["view"]["version"].as_u64() > answered["view"]["version"].as_u64());
    let hinted = search(&undone, "hint");
    let legal = undone["view"]["legal"].as_array().unwrap();
    let hint = &hinted.last().unwrap()["data"]["view"]["hint"]["move"];
    assert!(legal.iter().any(|mv| &mv["move"] == hint), "{hint}");
    assert!(of_kind(&hinted, "event").is_empty());
}

#[test]
fn the_thoughts_of_the_bot_reveal_no_hidden_piece() {
    let lines = search(&play(&open("stratego")), "move");
    let thinking = of_kind(&lines, "event");
    assert!(!thinking.is_empty());
    for line in thinking {
        assert_eq!((&line["data"]["move"], &line["data"]["pv"]), (&json!(""), &json!([])));
    }
    let best = of_kind(&lines, "best");
    assert_ne!(best[0]["pv"]["move"], "");
}

#[test]
fn a_search_that_is_ended_plays_its_best_move_so_far() {
    let played = play(&open("jungle"));
    let lines = search(&played, "move");
    let best = &of_kind(&lines, "best")[0]["pv"];
    let finish = |best: &Value| {
        let session = &played["session"];
        let purpose = "move";
        let id = "a";
        reply(&json!({
            "request": "finish", "id": id, "session": session, "purpose": purpose, "best": best
        }))
    };
    let finished = finish(best);
    assert_eq!(finished["session"]["moves"][1], best["move"]);
    assert_eq!(finished["view"]["thought"]["move"], best["move"]);
    let failed = finish(&Value::Null);
    assert!(failed["view"]["trouble"].as_str().unwrap().contains("failed"), "{failed}");
    assert_eq!(failed["isBotsTurn"], false);
}

#[test]
fn an_analysis_is_refused_where_nothing_can_be_searched() {
    let analyse = |lines: usize, moves: &[&str]| {
        let position = json!({"game": "breakthrough", "moves": moves, "lines": lines});
        json!({"request": "analyse", "position": position})
    };
    check_refused(&analyse(9, &[]), 400, "1 to 8");
    check_refused(&analyse(3, &["a1a8"]), 422, "move 1: ");
}

#[test]
fn requests_that_are_not_possible_are_refused_with_a_status() {
    check_refused(&json!({"request": "dance"}), 400, "unknown variant `dance`");
    let unknown = json!({"request": "position", "position": {"game": "chess"}});
    check_refused(&unknown, 404, "no game is called `chess`");
    let army = json!({"request": "army", "game": "jungle", "player": 0});
    check_refused(&army, 422, "no setup phase");
    let opened = open("breakthrough");
    let play_again = |session: &Value, mv: &str| {
        let request = "play";
        json!({"request": request, "id": "a", "session": session, "mv": mv})
    };
    check_refused(&play_again(&opened["session"], "a1a8"), 422, "is not legal here");
    check_refused(&play_again(&play(&opened)["session"], "a7a6"), 409, "not your turn");
    let record = json!({"request": "record", "session": opened["session"]});
    check_refused(&record, 422, "the game is not over yet");
}

#[test]
fn games_of_a_file_are_replayed_from_their_texts() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/transcripts");
    let file = fs::read(data.join("lamistra.jsonl.gz")).unwrap();
    let last = lines_with(&json!({"request": "read_file"}), &file).pop().unwrap();
    let (records, games) = (&last["data"]["records"], &last["data"]["games"]);
    assert_eq!(records.as_array().unwrap().len(), games.as_array().unwrap().len());
    let replay = json!({"request": "replay", "record": records[1], "source": "here"});
    let replayed = reply(&replay);
    let plies = replayed["plies"].as_array().unwrap().len();
    assert_eq!((json!(plies), &replayed["source"]), (games[1]["plies"].clone(), &json!("here")));
}
