//! Soak test: players, analyses, uploads, slow clients and garbage for ten minutes:
//! `cargo run --profile tools -p boardroom --example soak -- [SECONDS]`.
//!
//! The mix is 8 players, 4 analyses that are broken off, 2 uploads, 40 slow clients and 8 clients
//! that send garbage, all the time. Measures the resident memory of the process every second, and
//! prints the mean of each tenth of the duration: a single value varies with the number of open
//! games, each of which has a transposition table. Exits with 1 if the mean of the last two tenths
//! is more than a twentieth above that of the fifth and sixth.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by a panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{GAMES, Server, resident_mib, transcript};

/// Role of a client.
type Role = fn(&Server, u64);

/// Roles with their numbers of clients.
const MIX: [(&str, Role, usize); 5] = [
    ("moves of players", play, 8),
    ("analyses", analyse, 4),
    ("uploads", upload, 2),
    ("slow clients", be_slow, 40),
    ("garbage", send_garbage, 8),
];

/// Interval between two measurements of the memory.
const INTERVAL: Duration = Duration::from_secs(1);

/// Number of means that are printed.
const PARTS: u32 = 10;

fn main() -> ExitCode {
    let seconds = env::args().nth(1).map_or(600, |text| text.parse().unwrap());
    let duration = Duration::from_secs(seconds);
    let server = Server::with_records();
    let counts = [const { AtomicU64::new(0) }; MIX.len()];
    let started = Instant::now();
    let mut memory = Vec::new();
    thread::scope(|scope| {
        for (role, (_, act, clients)) in MIX.into_iter().enumerate() {
            for client in 0..clients {
                let (server, count) = (&server, &counts[role]);
                scope.spawn(move || {
                    for round in 0.. {
                        if started.elapsed() >= duration {
                            break;
                        }
                        act(server, client as u64 + 1000 * round);
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        }
        for part in 1..=PARTS {
            let (mut sum, mut count) = (0, 0_u32);
            while count == 0 || started.elapsed() < duration * part / PARTS {
                thread::sleep(INTERVAL);
                sum += resident_mib();
                count += 1;
            }
            memory.push(sum as f64 / f64::from(count));
            println!("{:>4} s  {:.0} MiB", started.elapsed().as_secs(), memory[memory.len() - 1]);
        }
    });
    for ((name, ..), count) in MIX.iter().zip(&counts) {
        println!("{name}: {}", count.load(Ordering::Relaxed));
    }
    server.found("/api/games");
    let [middle, last] = [4, 8].map(|part| memory[part..part + 2].iter().sum::<f64>() / 2.0);
    println!("fifth and sixth part: {middle:.1} MiB, last two: {last:.1} MiB");
    ExitCode::from(u8::from(last > 1.05 * middle))
}

/// Plays a few moves of a new game, and closes it.
fn play(server: &Server, number: u64) {
    let game = GAMES[number as usize % GAMES.len()];
    let (status, session) =
        server.post("/api/tables", &json!({"game": game, "human": 0, "timeMs": 20}));
    if status != 201 {
        return thread::sleep(Duration::from_millis(100));
    }
    let path = format!("/api/tables/{}", session["id"].as_str().unwrap());
    for _ in 0..5 {
        let view = server.found(&path);
        if let Some(mv) = view["legal"][0]["move"].as_str() {
            server.post(&format!("{path}/moves"), &json!({"move": mv}));
        }
        thread::sleep(Duration::from_millis(50));
    }
    server.delete(&path);
}

/// Breaks off an analysis after its first iteration.
fn analyse(server: &Server, _: u64) {
    let mut events = server.post_for_events("/api/analysis", &json!({"game": "breakthrough"}));
    if events.status == 200 {
        events.next();
    }
    drop(events);
    thread::sleep(Duration::from_millis(20));
}

/// Uploads a file of records.
fn upload(server: &Server, number: u64) {
    let bytes = fs::read(transcript(GAMES[number as usize % GAMES.len()])).unwrap();
    server.send("/api/replays", &bytes);
    thread::sleep(Duration::from_secs(1));
}

/// Sends half a request and waits until the server ends the connection.
fn be_slow(server: &Server, number: u64) {
    let Ok(mut stream) = TcpStream::connect(server.address) else { return };
    let text = match number % 2 {
        0 => "GET / HTTP/1.1\r\nHost: loc",
        _ => "POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    };
    let _ = stream.write_all(text.as_bytes());
    let _ = stream.read_to_end(&mut Vec::new());
}

/// Sends bytes that are no request.
fn send_garbage(server: &Server, number: u64) {
    let Ok(mut stream) = TcpStream::connect(server.address) else { return };
    let mut rng = fastrand::Rng::with_seed(number);
    let bytes: Vec<u8> = (0..rng.usize(1..4000)).map(|_| rng.u8(..)).collect();
    let _ = stream.write_all(&bytes);
    let _ = stream.write_all(b"\r\n\r\n");
    let _ = stream.read_to_end(&mut Vec::new());
    thread::sleep(Duration::from_millis(10));
}
