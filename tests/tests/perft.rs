//! Perft: the move generators give the same counts as two independent programs.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::env;
use std::fs::read_to_string;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use registry::{GAMES, Game};
use serde_json::Value;
use tests::{root, run, text, tool, unless_unchanged};

/// Largest count that is computed, unless the environment variable `PERFT_LARGEST` has another one:
/// the test profile takes a second for it. Larger counts are skipped.
const LARGEST: u64 = 1_000_000_000;

/// Smallest count that is computed in parallel.
const LARGE: u64 = 10_000_000;

/// Checks the counts of one position.
fn check(game: &dyn Game, position: &Value) {
    let moves = position["moves"].as_array().unwrap().iter();
    let moves: Vec<String> = moves.map(|mv| mv.as_str().unwrap().to_owned()).collect();
    for (depth, expected) in (1..).zip(position["perft"].as_array().unwrap()) {
        let expected = expected.as_u64().unwrap();
        if expected <= largest() {
            let count = match expected < LARGE {
                true => game.perft(&moves, depth).unwrap(),
                false => parallel_perft(game, &moves, depth),
            };
            assert_eq!(count, expected, "{} {depth}", position["name"]);
        }
    }
}

fn largest() -> u64 {
    env::var("PERFT_LARGEST").map_or(LARGEST, |largest| largest.parse().unwrap())
}

/// Computes perft in parallel: each core takes one first move after the other.
fn parallel_perft(game: &dyn Game, moves: &[String], depth: u32) -> u64 {
    let first_moves = game.divide(moves, 1).unwrap();
    let next = AtomicUsize::new(0);
    let count_some = || {
        let mut count = 0;
        while let Some((mv, _)) = first_moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let moves: Vec<String> = moves.iter().chain([mv]).cloned().collect();
            count += game.perft(&moves, depth - 1).unwrap();
        }
        count
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(count_some)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

#[test]
fn every_listed_count_is_reproduced() {
    for &game in GAMES {
        let list = format!("tests/data/perft/{}.json", game.name());
        let more = ["tests/tests/perft.rs", &list];
        unless_unchanged("perft", game, &more, || check_list(game, &list));
    }
}

/// Checks the counts of all positions in a list.
fn check_list(game: &dyn Game, list: &str) {
    let list: Value = serde_json::from_str(&read_to_string(root().join(list)).unwrap()).unwrap();
    let positions = list["positions"].as_array().unwrap();
    assert!(positions.len() > 1, "{}", game.name());
    positions.iter().for_each(|position| check(game, position));
}

#[test]
fn the_command_line_counts_five_plies_of_breakthrough() {
    let output = run(Command::new(tool("workshop")).args(["perft", "breakthrough", "5"]), "");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout).split_whitespace().last(), Some("6182818"));
}
