//! Tests of the endpoint of the opening tree.

use std::fs;

use boardroom::Settings;
use serde_json::{Value, json};

use crate::support::{Server, opening_tree, settings};

fn moves_after(server: &Server, moves: &[&str]) -> (u64, Vec<Value>) {
    let (status, found) =
        server.post("/api/openings", &json!({"game": "breakthrough", "moves": moves}));
    assert_eq!(status, 200, "{found}");
    (found["games"].as_u64().unwrap(), found["moves"].as_array().unwrap().clone())
}

#[test]
fn the_moves_of_recorded_games_are_shown_in_each_position() {
    let folder = tempfile::tempdir().unwrap();
    let openings = Some(folder.path().to_owned());
    let server = Server::start(Settings { openings, ..settings() });
    assert_eq!(moves_after(&server, &[]), (0, Vec::new()));
    let path = folder.path().join("breakthrough.jsonl");
    fs::write(&path, opening_tree(&["a2a3 a7a6", "a2a3 b7b6"])).unwrap();
    let (games, moves) = moves_after(&server, &[]);
    assert_eq!((games, moves.len()), (2, 1));
    let first = json!({"move": "a2a3", "label": "a2a3", "wins": 2, "draws": 0, "losses": 0});
    assert_eq!(moves[0], first);
    let replies = moves_after(&server, &["a2a3"]).1;
    assert!(replies.iter().all(|reply| reply["losses"] == 1), "{replies:?}");
    assert_eq!(moves_after(&server, &["b2b3"]), (2, Vec::new()));
}

#[test]
fn a_changed_tree_is_read_again_and_a_broken_one_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("breakthrough.jsonl");
    fs::write(&path, opening_tree(&["a2a3 a7a6"])).unwrap();
    let openings = Some(folder.path().to_owned());
    let server = Server::start(Settings { openings, ..settings() });
    assert_eq!(moves_after(&server, &[]).0, 1);
    let change = |text: &str| {
        let before = fs::metadata(&path).unwrap().modified().unwrap();
        while fs::metadata(&path).unwrap().modified().unwrap() == before {
            fs::write(&path, text).unwrap();
        }
    };
    change(&opening_tree(&["a2a3 a7a6", "b2b3 a7a6", "c2c3 a7a6"]));
    assert_eq!(moves_after(&server, &[]).0, 3);
    change("{}\n");
    let (status, error) = server.post("/api/openings", &json!({"game": "breakthrough"}));
    assert_eq!(status, 500);
    assert!(error.to_string().contains("line 1 of the opening tree"), "{error}");
}
