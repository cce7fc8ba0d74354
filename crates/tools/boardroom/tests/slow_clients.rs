//! Test of a thousand slow clients at once: the memory of the server stays small, and it serves
//! others meanwhile. The program has no other test, since the memory is that of the whole process.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use boardroom::{Limits, Settings};
use nix::sys::resource::{Resource, getrlimit, setrlimit};

use crate::support::{Server, TIMEOUT, resident_mib, settings};

/// Number of slow clients.
const CLIENTS: usize = 1000;

/// Maximum of the additional resident memory of the server and of its clients, in MiB.
const MAX_MIB: u64 = 100;

/// Returns the beginning of a request that a slow client sends, or a request whose response it does
/// not read.
fn beginning(client: usize) -> Vec<u8> {
    let body = |path: &str, length: usize, sent: usize| {
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        [head.into_bytes(), vec![b' '; sent]].concat()
    };
    match client % 5 {
        0 => b"GET / HTTP/1.1\r\nHost: loc".to_vec(),
        1 => [b"GET /".as_slice(), &vec![b'x'; 60 << 10]].concat(),
        2 => body("/api/positions", 100 << 10, 99 << 10),
        3 => body("/api/replays", 15 << 20, 1 << 20),
        _ => b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20),
    }
}

#[test]
fn a_thousand_slow_clients_take_little_memory_and_others_are_served() {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, hard.min(4096), hard).unwrap();
    let second = Duration::from_secs(1);
    let limits = Limits { head: second, request: second, unread: second, ..Limits::default() };
    let server = Server::start(Settings { limits, ..settings() });
    server.found("/api/games");
    let before = resident_mib();
    let mut highest = before;
    let mut clients = Vec::new();
    for client in 0..CLIENTS {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_nonblocking(true).unwrap();
        // What the server does not read stays with the client.
        let _ = stream.write(&beginning(client));
        clients.push(stream);
        highest = highest.max(resident_mib());
    }
    // All of them are ahead of this one.
    server.found("/api/games");
    let started = Instant::now();
    for stream in &mut clients {
        highest = highest.max(resident_mib());
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        // The server ends the connection, with an error or a response or without.
        let ended = stream.read_to_end(&mut Vec::new());
        assert!(started.elapsed() < TIMEOUT, "{ended:?}");
    }
    assert!(highest - before < MAX_MIB, "{highest} MiB, {before} before");
}
