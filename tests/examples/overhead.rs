//! Benchmark of the overhead of a game, without the players' own time:
//! `cargo run --profile tools --package tests --example overhead`.
//!
//! Figures are medians of several rounds. Each round measures every case, so that a temporary load
//! of the machine affects all cases. Only figures of one run of this program are comparable.

#![allow(clippy::unwrap_used, reason = "a failed measurement ends the program")]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use tests::{root, run, text, tool, zoo};

/// Number of measurements of each match.
const ROUNDS: usize = 5;

/// Match that is measured.
struct Case {
    name: &'static str,
    players: [String; 2],
    games: u32,
}

/// Result of one measurement.
#[derive(Clone, Copy)]
struct Figures {
    games_per_second: f64,
    /// Share of the wall time in which the match did not wait for a reply.
    overhead: f64,
    /// Wall time per turn in which the match did not wait for a reply.
    per_turn: Duration,
}

fn main() {
    let cg = tool("workshop");
    let zoo = zoo().display().to_string();
    let command = |behaviour: &str| format!("cmd:{zoo} {behaviour} /dev/null");
    let cases = [
        Case { name: "in process", players: ["random", "random"].map(str::to_owned), games: 4000 },
        Case { name: "programs", players: [command("fair"), command("random")], games: 400 },
        Case { name: "bots, 100 ms", players: ["bot", "bot"].map(str::to_owned), games: 10 },
    ];
    let commands = ["fair", "random"].map(|behaviour| format!("{zoo} {behaviour} /dev/null"));
    let mut measured = vec![Vec::new(); cases.len()];
    let mut refereed = Vec::new();
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for (case, figures) in cases.iter().zip(&mut measured) {
            figures.push(measure(&cg, case));
        }
        refereed.push(referee(&cg, &commands));
    }
    println!("{:<14} {:>9} {:>15} {:>15}", "cg match", "games/s", "overhead", "per turn");
    for (case, figures) in cases.iter().zip(&measured) {
        println!(
            "{:<14} {:>9.2} {:>13.2} % {:>12.1} µs",
            case.name,
            median(figures, |figures| figures.games_per_second),
            median(figures, |figures| 100.0 * figures.overhead),
            median(figures, |figures| 1e6 * figures.per_turn.as_secs_f64()),
        );
    }
    println!("\ncg referee: {:.2} games/s of programs", median(&refereed, |&rate| rate));
}

/// Plays a match by the command line, with a store of its games.
fn measure(cg: &Path, case: &Case) -> Figures {
    let folder = tempfile::tempdir().unwrap();
    let games = case.games.to_string();
    let started = Instant::now();
    let output = run(
        Command::new(cg)
            .args(["match", "breakthrough", "--p1", &case.players[0], "--p2", &case.players[1]])
            .args(["--games", &games, "--seed", "1", "--json", "--store"])
            .arg(folder.path().join("arena.db"))
            .current_dir(root()),
        "",
    );
    let wall = started.elapsed();
    assert!(output.status.success(), "{output:?}");
    let object: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    let (mut answers, mut milliseconds) = (0.0, 0.0);
    for player in object["players"].as_array().unwrap() {
        let count = player["answers"].as_f64().unwrap();
        answers += count;
        milliseconds += count * player["mean_ms"].as_f64().unwrap();
    }
    let beside = wall.saturating_sub(Duration::from_secs_f64(milliseconds / 1e3));
    Figures {
        games_per_second: f64::from(case.games) / wall.as_secs_f64(),
        overhead: beside.as_secs_f64() / wall.as_secs_f64(),
        per_turn: beside.div_f64(answers),
    }
}

/// Returns the number of games per second if each game is a separate process of `cg referee`.
fn referee(cg: &Path, players: &[String; 2]) -> f64 {
    const GAMES: u32 = 100;
    let started = Instant::now();
    for _ in 0..GAMES {
        let words = ["referee", "breakthrough", "--p1", &players[0], "--p2", &players[1]];
        assert!(run(Command::new(cg).args(words), "").status.success());
    }
    f64::from(GAMES) / started.elapsed().as_secs_f64()
}

fn median<T>(values: &[T], of: impl Fn(&T) -> f64) -> f64 {
    let mut values: Vec<f64> = values.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
