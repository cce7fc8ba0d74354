//! Distribution of answer times in recorded games (`cargo cg export --full`), by player and side:
//! `cargo run --profile tools -p arena --example answer_times -- FILE...`.
//!
//! A line for the first turn and one for the later ones, whose time limits differ. A game lost by a
//! late answer counts as late.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails by a panic")]

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

use arena::Records;
use registry::Termination;

/// Times of a player's answers in microseconds, and the number of games lost by a late one.
#[derive(Default)]
struct Answers {
    times: Vec<u64>,
    late: usize,
}

fn main() {
    let mut players: BTreeMap<(String, bool), Answers> = BTreeMap::new();
    for file in env::args().skip(1) {
        for entry in Records::open(Path::new(&file)).unwrap() {
            let (_, record) = entry.unwrap();
            let mut has_moved = [false; 2];
            for (number, ply) in record.plies.iter().enumerate() {
                let is_later = std::mem::replace(&mut has_moved[ply.player], true);
                let side = if ply.player == 0 { "first" } else { "second" };
                let player = format!("{side} of {}", record.policy);
                let answers = players.entry((player, is_later)).or_default();
                answers.times.extend(ply.turn.as_ref().and_then(|turn| turn.time_us));
                let is_last = number + 1 == record.plies.len();
                let is_late = is_last && record.reason == Termination::Timeout.reason();
                answers.late += usize::from(is_late);
            }
        }
    }
    println!("| Player | Turns | Answers | Median ms | 99 % | 99.9 % | Longest | Late |");
    println!("|---|---|---|---|---|---|---|---|");
    for ((name, is_later), Answers { mut times, late }) in players {
        times.sort_unstable();
        let Some(last) = times.len().checked_sub(1) else { continue };
        let at = |permille: usize| times[last * permille / 1000] as f64 / 1e3;
        let [median, most, nearly_all, longest] = [500, 990, 999, 1000].map(at);
        let (turns, count) = (if is_later { "later" } else { "first" }, times.len());
        println!(
            "| {name} | {turns} | {count} | {median:.1} | {most:.1} | {nearly_all:.1} | \
             {longest:.1} | {late} |"
        );
    }
}
