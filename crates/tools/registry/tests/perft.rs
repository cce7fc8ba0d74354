//! Tests of move counts (perft) against data on which two independent programs agree.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::read_to_string;
use std::path::Path;

use registry::{BadMove, Game, game};
use serde_json::Value;

/// Largest count that is checked here; larger ones are checked in release builds.
const LARGEST: u64 = 3_000_000;

fn breakthrough() -> &'static dyn Game {
    game("breakthrough").unwrap()
}

fn texts(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().unwrap().iter();
    moves.map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

fn check_counts(game: &dyn Game) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/perft");
    let file = folder.join(format!("{}.json", game.name()));
    let file: Value = serde_json::from_str(&read_to_string(file).unwrap()).unwrap();
    for position in file["positions"].as_array().unwrap() {
        let moves = texts(&position["moves"]);
        for (depth, expected) in (1..).zip(position["perft"].as_array().unwrap()) {
            let expected = expected.as_u64().unwrap();
            if expected > LARGEST {
                break;
            }
            assert_eq!(game.perft(&moves, depth), Ok(expected), "{} {depth}", position["name"]);
            let parts = game.divide(&moves, depth).unwrap();
            assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), expected);
        }
    }
}

#[test]
fn every_listed_count_is_reproduced() {
    check_counts(breakthrough());
}

#[test]
fn a_move_that_cannot_be_played_is_named() {
    let check = |moves: &[&str], expected: &str| {
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        let error: BadMove = breakthrough().perft(&moves, 1).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    };
    check(&["c2c3", "c7c9"], "move 2, `c7c9`: expected a move such as c2c3, found `c7c9`");
    check(&["c2c3", "c3c4"], "move 2, `c3c4`: not legal here, where the moves are a7b6, a7a6, ");
}
