//! The rules count as many move sequences as two independent programs do.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::read_to_string;
use std::process::Command;

use arena::{GAMES, Game};
use serde_json::Value;
use tests::{root, run, text, tool};

/// The largest count that the test profile makes again within seconds.
const LARGEST: u64 = 4_000_000_000;

fn check(game: &dyn Game, position: &Value) {
    let moves = position["moves"].as_array().unwrap().iter();
    let moves: Vec<String> = moves.map(|mv| mv.as_str().unwrap().to_owned()).collect();
    for (depth, expected) in (1..).zip(position["perft"].as_array().unwrap()) {
        let expected = expected.as_u64().unwrap();
        if expected <= LARGEST {
            assert_eq!(game.perft(&moves, depth), Ok(expected), "{} {depth}", position["name"]);
        }
    }
}

#[test]
fn every_listed_count_is_reproduced() {
    for &game in GAMES {
        let file = root().join(format!("tests/data/perft/{}.json", game.name()));
        let file: Value = serde_json::from_str(&read_to_string(file).unwrap()).unwrap();
        let positions = file["positions"].as_array().unwrap();
        assert!(positions.len() > 1, "{}", game.name());
        for position in positions {
            check(game, position);
        }
    }
}

#[test]
fn the_command_line_counts_six_plies_of_breakthrough() {
    let output = run(Command::new(tool("cg")).args(["perft", "breakthrough", "6"]), "");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout).split_whitespace().last(), Some("149264638"));
}
