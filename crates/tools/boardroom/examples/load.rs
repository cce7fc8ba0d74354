//! Load benchmark: many clients step through games while a bot searches and an analysis runs:
//! `cargo run --profile tools -p boardroom --example load -- [CLIENTS] [STEPS]`.
//!
//! Prints the response times of positions and the number of wrong or missing responses.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by a panic")]

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
    let (clients, steps) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(50));
    let server = Server::with_records();
    let session = json!({"game": "jungle", "human": 1, "timeMs": 60_000});
    let session = server.post("/api/tables", &session).1;
    let mut analysis = server.post_for_events("/api/analysis", &json!({"game": "breakthrough"}));
    analysis.next().unwrap();
    let replay = server.found("/api/replays/file3/0");
    let moves: Vec<&Value> =
        replay["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
    let times = Mutex::new(Vec::new());
    let started = Instant::now();
    thread::scope(|scope| {
        for client in 0..clients {
            let (server, replay, moves, times) = (&server, &replay, &moves, &times);
            scope.spawn(move || {
                let own = step_through(server, replay, moves, client, steps);
                times.lock().unwrap().extend(own);
            });
        }
    });
    let took = started.elapsed();
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let failed = clients * steps - times.len();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{clients} clients, {steps} positions each: {:.0} per second, {failed} failed",
        times.len() as f64 / took.as_secs_f64()
    );
    println!(
        "response time: median {:.1} ms, 90 % {:.1} ms, 99 % {:.1} ms, maximum {:.1} ms",
        at(50),
        at(90),
        at(99),
        at(100)
    );
    let path = format!("/api/tables/{}", session["id"].as_str().unwrap());
    let thinking = &server.found(&path)["isThinking"];
    println!("bot searches: {thinking}; engines: {}", server.found("/api/engines"));
}

/// Steps through a game and returns the response times of the correct positions.
fn step_through(
    server: &Server,
    replay: &Value,
    moves: &[&Value],
    client: usize,
    steps: usize,
) -> Vec<Duration> {
    let agent = agent();
    let mut times = Vec::new();
    for step in 0..steps {
        let ply = (client + step) % moves.len();
        let body = json!({"game": "jungle", "moves": moves[..ply]}).to_string();
        let sent = Instant::now();
        let response = agent.post(server.url("/api/positions")).send(body);
        let shown = response.ok().and_then(|mut response| {
            serde_json::from_str::<Value>(&response.body_mut().read_to_string().ok()?).ok()
        });
        let time = sent.elapsed();
        let expected = match ply {
            0 => &replay["start"],
            _ => &replay["plies"][ply - 1]["frames"],
        };
        if shown.is_some_and(|shown| &shown["frames"] == expected) {
            times.push(time);
        }
        // Pause of a viewer between two positions.
        thread::sleep(Duration::from_millis(100));
    }
    times
}
