//! Lets many visitors step through games while a bot thinks and somebody analyses:
//! `cargo run --profile tools -p boardroom --example load -- [VISITORS] [STEPS]`.
//!
//! Tells how long they wait for each position, and whether anything was lost.

#![allow(clippy::unwrap_used, reason = "a crowd that cannot be served is a panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::env;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Server, agent};

fn main() {
    let mut numbers = env::args().skip(1).map(|number| number.parse::<usize>().unwrap());
    let (visitors, steps) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(50));
    let server = Server::with_records();
    let table = json!({"game": "jungle", "human": 1, "timeMs": 60_000});
    let table = server.post("/api/tables", &table).1;
    let mut analysis = server.events_about("/api/analysis", &json!({"game": "breakthrough"}));
    analysis.next().unwrap();
    let replay = server.found("/api/replays/file3/0");
    let moves: Vec<&Value> =
        replay["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
    let waits = Mutex::new(Vec::new());
    let started = Instant::now();
    thread::scope(|scope| {
        for visitor in 0..visitors {
            let (server, replay, moves, waits) = (&server, &replay, &moves, &waits);
            scope.spawn(move || {
                let own = step_through(server, replay, moves, visitor, steps);
                waits.lock().unwrap().extend(own);
            });
        }
    });
    let took = started.elapsed();
    let mut waits = waits.into_inner().unwrap();
    waits.sort_unstable();
    let lost = visitors * steps - waits.len();
    let at = |percent: usize| waits[(waits.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{visitors} visitors, {steps} positions each: {:.0} a second, {lost} lost",
        waits.len() as f64 / took.as_secs_f64()
    );
    println!(
        "wait: median {:.1} ms, 90 % {:.1} ms, 99 % {:.1} ms, longest {:.1} ms",
        at(50),
        at(90),
        at(99),
        at(100)
    );
    let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
    let thinking = &server.found(&path)["isThinking"];
    println!("the bot still thinks: {thinking}; engines: {}", server.found("/api/engines"));
}

/// Steps through a game and returns how long each position took that was the right one.
fn step_through(
    server: &Server,
    replay: &Value,
    moves: &[&Value],
    visitor: usize,
    steps: usize,
) -> Vec<Duration> {
    let agent = agent();
    let mut waits = Vec::new();
    for step in 0..steps {
        let ply = (visitor + step) % moves.len();
        let body = json!({"game": "jungle", "moves": moves[..ply]}).to_string();
        let asked = Instant::now();
        let answer = agent.post(server.url("/api/positions")).send(body);
        let shown = answer.ok().and_then(|mut answer| {
            serde_json::from_str::<Value>(&answer.body_mut().read_to_string().ok()?).ok()
        });
        let wait = asked.elapsed();
        let expected = match ply {
            0 => &replay["start"],
            _ => &replay["plies"][ply - 1]["frames"],
        };
        if shown.is_some_and(|shown| &shown["frames"] == expected) {
            waits.push(wait);
        }
        // Somebody who looks at a position before he goes on.
        thread::sleep(Duration::from_millis(100));
    }
    waits
}
