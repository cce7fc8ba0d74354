//! A server in this process, and recorded games to show.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use boardroom::{Settings, router};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use ureq::Agent;
use ureq::http::Response;

/// How long to wait for what surely comes, on any machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(120);

/// The games that are played against their bots.
pub(crate) const GAMES: [&str; 5] =
    ["breakthrough", "lines-of-action", "jungle", "lamistra", "stratego"];

/// Returns the recorded games of the official referee.
pub(crate) fn transcript(game: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/transcripts");
    data.join(format!("{game}.jsonl.gz"))
}

/// A server that ends with the value.
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
                let router = router(settings).unwrap();
                tokio::select! {
                    _ = async { axum::serve(listener, router).await } => {}
                    _ = stopped => {}
                }
            });
            // Bots that still think are not waited for.
            runtime.shutdown_background();
        });
        let address = address.recv().unwrap();
        Server { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Starts a server with the recorded games of all games: `file1` and so on, as [`GAMES`] lists
    /// them.
    pub(crate) fn with_records() -> Server {
        Server::start(Settings { files: files(), ..settings() })
    }

    /// Starts a server without anything.
    pub(crate) fn empty() -> Server {
        Server::start(settings())
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks and returns the status and the answer's JSON, null where it is none.
    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        read(agent().get(self.url(path)).call().unwrap())
    }

    /// Asks for what must be there.
    pub(crate) fn found(&self, path: &str) -> Value {
        let (status, value) = self.get(path);
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    /// Sends JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        read(agent().post(self.url(path)).send(body.to_string()).unwrap())
    }

    /// Sends bytes.
    pub(crate) fn send(&self, path: &str, body: &[u8]) -> (u16, Value) {
        read(agent().post(self.url(path)).send(body).unwrap())
    }

    /// Ends something.
    pub(crate) fn delete(&self, path: &str) -> u16 {
        agent().delete(self.url(path)).call().unwrap().status().as_u16()
    }

    /// Opens a stream of events.
    pub(crate) fn events(&self, path: &str) -> Events {
        Events::of(agent().get(self.url(path)).call().unwrap())
    }

    /// Opens the stream of events that answers JSON.
    pub(crate) fn events_about(&self, path: &str, body: &Value) -> Events {
        Events::of(agent().post(self.url(path)).send(body.to_string()).unwrap())
    }

    /// Asks until an answer is as it should be.
    pub(crate) fn wait_for(&self, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let value = self.found(path);
            if is_right(&value) {
                return value;
            }
            assert!(started.elapsed() < PATIENT, "{path} stays {value}");
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

/// Returns settings that touch nothing of the workspace's.
pub(crate) fn settings() -> Settings {
    Settings { store: PathBuf::from("/nonexistent/arena.db"), engines: 2, ..Settings::default() }
}

/// Returns the recorded games of all games.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let file = |game: &str| (format!("{game}.jsonl.gz"), fs::read(transcript(game)).unwrap());
    GAMES.map(file).to_vec()
}

/// Returns a client that takes refusals for answers.
pub(crate) fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

fn read(mut response: Response<ureq::Body>) -> (u16, Value) {
    let mut text = String::new();
    response.body_mut().as_reader().read_to_string(&mut text).unwrap();
    (response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// A stream of events.
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
