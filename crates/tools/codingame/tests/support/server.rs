//! Server that speaks the endpoints of the site, on this machine only.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use serde_json::Value;

/// Answer of the server to one request.
pub(crate) enum Reply {
    /// Status, further header lines, and the body.
    Status(u16, &'static str, String),
    /// A body that ends early.
    Cut(String),
    /// The first bytes of an answer, and then nothing until the client gives up.
    Stall,
    /// Bytes that are no HTTP.
    Garbage,
}

/// Request that the server has received.
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) at: Instant,
}

/// Server on a free port.
pub(crate) struct Server {
    pub(crate) base: String,
    pub(crate) requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server, which answers request `number` with the path and the body by
    /// `reply(number, path, body)`.
    pub(crate) fn start(
        mut reply: impl FnMut(usize, &str, &Value) -> Reply + Send + 'static,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/services/", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        // The thread ends with the process.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some((path, body)) = read_request(&stream) else { continue };
                let number = seen.lock().unwrap().len();
                let reply = reply(number, &path, &body);
                seen.lock().unwrap().push(Request { path, body, at: Instant::now() });
                answer(&mut stream, &reply);
            }
        });
        Server { base, requests }
    }

    /// Returns the paths of all requests with their bodies.
    pub(crate) fn asked(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        requests.iter().map(|request| format!("{} {}", request.path, request.body)).collect()
    }
}

pub(crate) fn ok(body: &Value) -> Reply {
    Reply::Status(200, "", body.to_string())
}

/// Reads the path and the body of a request.
fn read_request(stream: &TcpStream) -> Option<(String, Value)> {
    let mut input = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    input.read_line(&mut line).ok()?;
    let path = line.strip_prefix("POST /services/")?.split(' ').next()?.to_owned();
    loop {
        line.clear();
        input.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some((path, serde_json::from_slice(&body).ok()?))
}

/// Writes an answer. A client that has gone away is no error.
fn answer(stream: &mut TcpStream, reply: &Reply) {
    let head = |status: u16, headers: &str, length: usize| {
        format!(
            "HTTP/1.1 {status} Status\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n"
        )
    };
    let text = match reply {
        Reply::Status(status, headers, body) => head(*status, headers, body.len()) + body,
        Reply::Cut(body) => head(200, "", 2 * body.len()) + body,
        Reply::Stall => head(200, "", 100) + "{",
        Reply::Garbage => "nonsense\r\n\r\n".to_owned(),
    };
    let _ = stream.write_all(text.as_bytes());
    if matches!(reply, Reply::Stall) {
        let _ = stream.read_to_end(&mut Vec::new());
    }
}
