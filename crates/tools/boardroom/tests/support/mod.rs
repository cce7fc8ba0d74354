//! Server in the test process, recorded games, and an HTTP client.

#![allow(dead_code, reason = "each test binary uses only a part")]

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use boardroom::Settings;
use gamekit::{Outcome, Player};
use registry::{OpeningTree, game};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use ureq::Agent;
use ureq::http::Response;

/// Maximum time to wait for an event that must happen, long enough for a slow machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// Games that can be played against a bot.
pub(crate) const GAMES: [&str; 5] =
    ["breakthrough", "lines-of-action", "jungle", "lamistra", "stratego"];

/// Returns the path of the recorded games of the official referee.
pub(crate) fn transcript(game: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/transcripts");
    data.join(format!("{game}.jsonl.gz"))
}

/// Server that stops when the value is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    /// Starts a server with these settings.
    pub(crate) fn start(settings: Settings) -> Server {
        let (tell_address, address) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell_address.send(listener.local_addr().unwrap()).unwrap();
                let server = boardroom::Server::new(settings).unwrap();
                tokio::select! {
                    () = server.run(listener) => {}
                    _ = stopped => {}
                }
            });
            // Searches of bots in progress are not awaited.
            runtime.shutdown_background();
        });
        let address = address.recv().unwrap();
        Server { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Returns the server of another process.
    pub(crate) fn at(address: SocketAddr) -> Server {
        Server { address, stop: None, thread: None }
    }

    /// Starts a server with the recorded games of all games: `file1` and so on, as [`GAMES`] lists
    /// them.
    pub(crate) fn with_records() -> Server {
        Server::start(Settings { files: files(), ..settings() })
    }

    /// Starts a server without record files and without a store.
    pub(crate) fn empty() -> Server {
        Server::start(settings())
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends a GET request; returns the status and the JSON of the response, null if it is not
    /// JSON.
    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        read(agent().get(self.url(path)).call().unwrap())
    }

    /// Sends a GET request that must succeed; returns the JSON of the response.
    pub(crate) fn found(&self, path: &str) -> Value {
        let (status, value) = self.get(path);
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    /// Sends a POST request with JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        read(agent().post(self.url(path)).send(body.to_string()).unwrap())
    }

    /// Sends a POST request with bytes.
    pub(crate) fn send(&self, path: &str, body: &[u8]) -> (u16, Value) {
        read(agent().post(self.url(path)).send(body).unwrap())
    }

    /// Sends a DELETE request; returns the status.
    pub(crate) fn delete(&self, path: &str) -> u16 {
        agent().delete(self.url(path)).call().unwrap().status().as_u16()
    }

    /// Opens a stream of server-sent events.
    pub(crate) fn events(&self, path: &str) -> Events {
        Events::of(agent().get(self.url(path)).call().unwrap())
    }

    /// Opens the stream of server-sent events that responds to a POST request with JSON.
    pub(crate) fn post_for_events(&self, path: &str, body: &Value) -> Events {
        Events::of(agent().post(self.url(path)).send(body.to_string()).unwrap())
    }

    /// Repeats a GET request until the response satisfies `is_right`.
    pub(crate) fn wait_for(&self, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let value = self.found(path);
            if is_right(&value) {
                return value;
            }
            assert!(started.elapsed() < TIMEOUT, "{path} stays {value}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns the resident memory of this process in MiB.
pub(crate) fn resident_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() >> 10
}

/// Returns settings without a store of the workspace.
pub(crate) fn settings() -> Settings {
    Settings { store: PathBuf::from("/nonexistent/arena.db"), engines: 2, ..Settings::default() }
}

/// Returns the record files of all games: names and contents.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let file = |game: &str| (format!("{game}.jsonl.gz"), fs::read(transcript(game)).unwrap());
    GAMES.map(file).to_vec()
}

/// Returns the text of an opening tree of games of Breakthrough with these moves, which the first
/// player has won.
pub(crate) fn opening_tree(games: &[&str]) -> String {
    let game = game("breakthrough").unwrap();
    let mut tree = OpeningTree::new(game, 9);
    for moves in games {
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        tree.add(game, &moves, Outcome::Win(Player::First));
    }
    tree.to_string()
}

/// Returns a client that returns error statuses as normal responses.
pub(crate) fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

/// Returns the status and the JSON of a response, null if it is not JSON.
fn read(mut response: Response<ureq::Body>) -> (u16, Value) {
    let mut text = String::new();
    response.body_mut().as_reader().read_to_string(&mut text).unwrap();
    (response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Stream of server-sent events: names and JSON data.
pub(crate) struct Events {
    pub(crate) status: u16,
    lines: std::io::Lines<std::io::BufReader<ureq::BodyReader<'static>>>,
}

impl Events {
    fn of(response: Response<ureq::Body>) -> Events {
        use std::io::BufRead as _;
        let status = response.status().as_u16();
        let reader = std::io::BufReader::new(response.into_body().into_reader());
        Events { status, lines: reader.lines() }
    }
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let line = self.lines.next()?.ok()?;
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(text) = line.strip_prefix("data: ") {
                data.push_str(text);
            } else if line.is_empty() && !name.is_empty() {
                return Some((name, serde_json::from_str(&data).unwrap()));
            }
        }
    }
}
