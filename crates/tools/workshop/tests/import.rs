//! Tests of `cargo cg import`: the store, the records, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../../codingame/tests/support/mod.rs"]
mod site;
mod support;

use std::fs::{self, read_to_string};
use std::io::{BufWriter, Write};
use std::process::Command;

use arena::Record;
use serde_json::{Value, json};

use site::{GAMES, recorded, shortest, site_result};
use support::{cg, check_cannot_run, in_folder, json_of, notes_of, stdout_of};

/// Writes results as one line each.
fn lines(results: &[Value]) -> String {
    results.iter().map(|result| format!("{result}\n")).collect()
}

#[test]
fn imported_records_are_those_that_were_played() {
    let folder = tempfile::tempdir().unwrap();
    let (results, file) = in_folder(&folder, "games.jsonl");
    let (output, records) = in_folder(&folder, "records.jsonl");
    let (_, store) = in_folder(&folder, "arena.db");
    let (mut expected, mut site) = (String::new(), Vec::new());
    for (id, record) in (1..).zip(GAMES.iter().flat_map(|game| recorded(game))) {
        site.push(site_result(&record, id, 0));
        let record = Record { policy: "ann/bob".to_owned(), ..record };
        expected += &format!("{}\n", serde_json::to_string(&record).unwrap());
    }
    fs::write(&results, lines(&site)).unwrap();
    let import = ["import", &file, "--store", &store, "--names", "-o", &records];
    let printed = stdout_of(&import);
    assert!(printed.starts_with("match 1: 40 games of breakthrough imported\n"), "{printed}");
    assert!(printed.ends_with("120 new games, 0 already imported, 0 refused\n"));
    let verified = stdout_of(&["verify", &records, &store]);
    assert!(verified.contains("arena.db: 120 games"), "{verified}");
    let bare = |text: &str| -> Vec<Record> {
        text.lines().map(|line| serde_json::from_str::<Record>(line).unwrap().bare()).collect()
    };
    assert_eq!(bare(&read_to_string(output).unwrap()), bare(&expected));
    let exported: String =
        ["1", "3", "2"].map(|id| stdout_of(&["export", "--store", &store, "--match", id])).concat();
    assert_eq!(exported, expected, "the matches have the order of the games' names");
}

#[test]
fn the_commands_of_the_store_know_imported_games() {
    let folder = tempfile::tempdir().unwrap();
    let (results, file) = in_folder(&folder, "games.json");
    let (_, store) = in_folder(&folder, "arena.db");
    let won = shortest("breakthrough", "1-0");
    let lost = shortest("breakthrough", "0-1");
    let games = [site_result(&won, 5, 0), site_result(&lost, 6, 0), site_result(&won, 7, 1)];
    fs::write(&results, json!(games).to_string()).unwrap();
    let import = ["import", &file, "--store", &store, "--me", "101", "--json"];
    let object = json_of(&import);
    assert_eq!(object["matches"], json!([{ "match": 1, "game": "breakthrough", "games": 3 }]));
    let history = stdout_of(&["history", "--store", &store]);
    assert!(history.contains("     3 of      3 games  me 66.7 %"), "{history}");
    let object = json_of(&["history", "--store", &store, "--json"]);
    assert_eq!(object["matches"][0]["games_planned"], 3);
    let players = &object["matches"][0]["players"];
    assert_eq!((&players[0]["player"], &players[1]["player"]), (&json!("me"), &json!("player 1")));
    let exported = stdout_of(&["export", "--store", &store, "--full"]);
    let policies: Vec<Value> = exported
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["policy"].clone())
        .collect();
    assert_eq!(policies, ["player 1/me", "player 1/me", "me/player 1"]);
    let resume = ["match", "--resume", "--store", &store];
    check_cannot_run(&resume, "match 1 holds imported games, which have ended");
    let deleted = cg(&["delete", "1", "--store", &store]);
    assert!(notes_of(&deleted).contains("deleted: match 1 (3 games)"), "{deleted:?}");
}

#[test]
fn a_game_is_imported_once() {
    let folder = tempfile::tempdir().unwrap();
    let (results, file) = in_folder(&folder, "games.jsonl");
    let (_, store) = in_folder(&folder, "arena.db");
    let (_, records) = in_folder(&folder, "records.jsonl");
    let games = [1, 2, 1].map(|id| site_result(&shortest("jungle", "1-0"), id, 0));
    fs::write(&results, lines(&games[..1])).unwrap();
    stdout_of(&["import", &file, "--store", &store]);
    fs::write(&results, lines(&games)).unwrap();
    let again = cg(&["import", &file, "--store", &store, "--output", &records]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    let notes = notes_of(&again);
    assert!(notes.contains("note: already imported: game 1\n"), "{notes}");
    assert!(notes.contains("games.jsonl:3: game 1 was read before"), "{notes}");
    let printed = String::from_utf8(again.stdout).unwrap();
    assert_eq!(
        printed,
        "match 2: 1 games of jungle imported\n1 new games, 1 already imported, 0 refused\n"
    );
    assert!(stdout_of(&["verify", &records]).contains("2 games"));
    let third = stdout_of(&["import", &file, "--store", &store]);
    assert_eq!(third, "0 new games, 2 already imported, 0 refused\n");
}

#[test]
fn what_does_not_agree_is_refused_and_the_rest_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let (results, file) = in_folder(&folder, "games.jsonl");
    let (_, store) = in_folder(&folder, "arena.db");
    let record = shortest("lines-of-action", "0-1");
    let mut other = site_result(&record, 2, 0);
    other["ranks"] = json!([0, 1]);
    let games = [json!({ "id": 1 }), other, site_result(&record, 3, 0)];
    fs::write(&results, lines(&games)).unwrap();
    let output = cg(&["import", &file, "--store", &store, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let notes = notes_of(&output);
    let expected = "games.jsonl:1: not a game result of CodinGame: `frames` is missing\n";
    assert!(notes.contains(expected), "{notes}");
    let ply = record.plies.len();
    let expected = format!(
        "games.jsonl:2: game 2: no game here fits; the nearest is lines-of-action: ply {ply}: the \
         site ends the game with ranks 0 and 1, the referee here 0-1: connect"
    );
    assert!(notes.contains(&expected), "{notes}");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["new"], &object["matches"][0]["games"]), (&json!(1), &json!(1)));
    assert_eq!(object["refused"].as_array().unwrap().len(), 2);
}

#[test]
fn nothing_is_imported_from_a_file_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (results, file) = in_folder(&folder, "games.jsonl");
    let (_, store) = in_folder(&folder, "arena.db");
    let text = site_result(&shortest("jungle", "1-0"), 1, 0).to_string();
    fs::write(&results, format!("{text}\n{}", &text[..500])).unwrap();
    let import = ["import", &file, "--store", &store];
    check_cannot_run(&import, "nothing was imported: ");
    check_cannot_run(&import, "games.jsonl:2: the file is cut off here");
    assert_eq!(json_of(&["history", "--store", &store, "--json"])["matches"], json!([]));
}

#[test]
fn options_are_checked_before_files_are_read() {
    check_cannot_run(&["import", "/no/such"], "there is no store here: name one with --store");
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "arena.db");
    check_cannot_run(&["import", "/no/such", "--store", &store], "/no/such: cannot be read");
    for game in ["stratego", "lamistra"] {
        let import = ["import", "/no/such", "--store", &store, "--game", game];
        check_cannot_run(&import, &format!("{game} is not played on CodinGame"));
    }
    let import = ["import", "/no/such", "--store", &store, "-o", "/no/such/records.jsonl"];
    check_cannot_run(&import, "/no/such");
}

#[test]
fn a_hundred_megabytes_of_nonsense_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = in_folder(&folder, "nonsense.json");
    let mut output = BufWriter::new(fs::File::create(&path).unwrap());
    output.write_all(b"{\"frames\":[{\"agentId\":0,\"stdout\":nonsense").unwrap();
    let chunk = [b'x'; 1 << 16];
    (0..1600).for_each(|_| output.write_all(&chunk).unwrap());
    output.flush().unwrap();
    // A limit of 400 MB for all that the program maps, its own code included.
    let import = Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" import \"$1\" -o \"$1.jsonl\""])
        .args([env!("CARGO_BIN_EXE_workshop"), &file])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(import.status.code(), Some(2), "{import:?}");
    assert!(
        notes_of(&import).contains("no game result of CodinGame: expected ident"),
        "{import:?}"
    );
}
