use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use boardroom::{Hosts, Settings};
use serde_json::json;

use crate::support::{Server, agent, settings};

/// Sends a request as it is written and returns the whole answer.
fn raw(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // The server may close while it is still being written to.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(server: &Server, path: &str, headers: &str) -> String {
    raw(server, &format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"))
}

#[track_caller]
fn check_status(answer: &str, expected: u16) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{answer}");
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program and returns the address that it prints.
fn serve(arguments: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardroom"))
        .args(["serve", "--port", "0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Running(child), line.trim().to_owned())
}

/// Returns the addresses at which somebody listens at a port, as the system writes them.
fn listeners(port: &str) -> Vec<String> {
    let port = format!("{:04X}", port.parse::<u16>().unwrap());
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
        .map(|table| fs::read_to_string(table).unwrap_or_default());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    let listening = lines.filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (address, at) = fields[1].split_once(':').unwrap();
        (at == port && fields[3] == "0A").then(|| address.to_owned())
    });
    listening.collect()
}

#[test]
fn only_this_machine_is_listened_to_unless_asked_otherwise() {
    let check = |arguments: &[&str], expected: &str| {
        let (_running, address) = serve(arguments);
        let port = address.rsplit_once(':').unwrap().1;
        assert_eq!(listeners(port), [expected], "{address}");
    };
    check(&[], "0100007F");
    check(&["--host", "0.0.0.0"], "00000000");
}

#[test]
fn a_server_is_asked_for_by_its_address_and_not_by_anybodys_name() {
    let server = Server::empty();
    for host in ["localhost", "127.0.0.1:8017", "[::1]:8017", "LOCALHOST:1"] {
        check_status(&get(&server, "/api/games", &format!("Host: {host}\r\n")), 200);
    }
    for host in ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example:8017"] {
        let answer = get(&server, "/api/games", &format!("Host: {host}\r\n"));
        check_status(&answer, 421);
        assert!(
            answer.contains("\"error\":\"this server is asked for by another name"),
            "{answer}"
        );
    }
    check_status(&get(&server, "/", "Host: evil.example\r\n"), 421);
    let named = Hosts::named(&["board.local".to_owned()]);
    let server = Server::start(Settings { hosts: named, ..settings() });
    check_status(&get(&server, "/api/games", "Host: board.local:80\r\n"), 200);
}

#[test]
fn other_peoples_pages_may_not_ask() {
    let server = Server::empty();
    let host = server.address;
    let with = |origin: &str| format!("Host: {host}\r\nOrigin: {origin}\r\n");
    check_status(&get(&server, "/api/games", &with(&format!("http://{host}"))), 200);
    for origin in ["http://evil.example", "https://127.0.0.1", "null", "http://127.0.0.1:1"] {
        check_status(&get(&server, "/api/games", &with(origin)), 403);
    }
}

#[test]
fn nothing_of_the_disk_can_be_read() {
    let server = Server::with_records();
    let host = format!("Host: {}\r\n", server.address);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/js/../../Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/../../etc/passwd",
        "//etc/passwd",
        "/api/replays/..%2f..%2fetc%2fpasswd",
        "/api/replays/%2e%2e/0",
        "/api/tables/..%2f..%2fCargo.toml",
        "/api/games/..%2f..%2fetc%2fpasswd/start",
        "file:///etc/passwd",
    ] {
        let answer = get(&server, path, &host);
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}: {answer}");
        if path.starts_with("/assets") || path.starts_with("/api") {
            assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
        }
    }
}

#[test]
fn every_answer_says_what_the_page_may_do() {
    let server = Server::with_records();
    for path in [
        "/",
        "/play/jungle",
        "/assets/js/main.js",
        "/assets/none",
        "/api/games",
        "/api/none",
        "/api/replays/x",
    ] {
        let answer = agent().get(server.url(path)).call().unwrap();
        let header =
            |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let policy = header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
            "{path}"
        );
        assert!(
            !policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'),
            "{path}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
        assert_eq!(header("referrer-policy").as_deref(), Some("no-referrer"), "{path}");
        assert_eq!(header("access-control-allow-origin"), None, "{path}");
    }
}

#[test]
fn the_page_asks_nobody_else() {
    let server = Server::empty();
    for path in ["/", "/assets/js/main.js"] {
        let mut answer = agent().get(server.url(path)).call().unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let text = answer.body_mut().read_to_string().unwrap();
        for foreign in ["src=\"http", "href=\"http", "src=\"//", "from \"http"] {
            assert!(!text.contains(foreign), "{path}: {foreign}");
        }
    }
}

#[test]
fn requests_are_bounded() {
    let server = Server::empty();
    let long = vec![b' '; 300 << 10];
    for path in ["/api/positions", "/api/tables", "/api/analysis"] {
        let (status, answer) = server.send(path, &long);
        assert_eq!(
            (status, &answer["error"]),
            (413, &json!("the request is longer than is read here")),
            "{path}"
        );
    }
    // A long address, and long headers, are refused before they are read to their end.
    let address = format!("/{}", "x".repeat(1 << 20));
    let answer = get(&server, &address, "Host: localhost\r\n");
    assert!(answer.starts_with("HTTP/1.1 4") || answer.is_empty(), "{answer}");
    let moves = vec!["x"; 5000];
    let (status, _) = server.post("/api/positions", &json!({"game": "jungle", "moves": moves}));
    assert_eq!(status, 422);
    // A small packed file may be large unpacked: 300 times the same packed lines.
    let mut lines = vec![b' '; 1 << 20];
    lines.push(b'\n');
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&lines).unwrap();
    let (status, answer) = server.send("/api/replays", &packed.finish().unwrap().repeat(300));
    assert_eq!(status, 422);
    assert!(answer["error"].as_str().unwrap().contains("split it"), "{answer}");
}

#[test]
fn a_malformed_request_gets_a_clear_answer() {
    let server = Server::empty();
    for (path, status) in [
        ("/api", 404),
        ("/api/", 404),
        ("/api/none", 404),
        ("/api/tables/none", 404),
        ("/api/replays/none", 404),
        ("/api/replays/none/-1", 400),
        ("/api/matches/1x", 400),
        ("/api/positions", 405),
        ("/api/games/%ff/start", 400),
    ] {
        let (found, answer) = server.get(path);
        assert_eq!(found, status, "{path}");
        assert!(answer["error"].as_str().is_some_and(|error| error.len() > 10), "{path}: {answer}");
    }
    check_status(&raw(&server, "nonsense\r\n\r\n"), 400);
    let (status, answer) = server.post("/api/games", &json!({}));
    assert!(status == 405 && answer["error"].is_string(), "{answer}");
}

#[test]
fn tables_and_files_are_known_to_those_who_were_told() {
    let server = Server::empty();
    let body = json!({"game": "jungle", "human": 0, "timeMs": 10});
    let id = |_| server.post("/api/tables", &body).1["id"].as_str().unwrap().to_owned();
    let ids: std::collections::HashSet<String> = (0..50).map(id).collect();
    assert_eq!(ids.len(), 50);
    assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
    assert_eq!(server.get("/api/tables").0, 405);
    assert_eq!(server.get("/api/replays").0, 405);
}
