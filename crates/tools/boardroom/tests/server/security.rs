//! Tests of the security of the server: listening address, hosts, origins, headers, paths and size
//! limits.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use boardroom::{Hosts, Limits, Settings};
use serde_json::json;

use crate::process::{port_of, serve};
use crate::support::{Server, TIMEOUT, agent, settings};

/// Sends a request as raw text and returns the whole response.
fn raw(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = Vec::new();
    // The server may close the connection while the request is still being sent.
    let _ = stream.read_to_end(&mut response);
    String::from_utf8_lossy(&response).into_owned()
}

fn get(server: &Server, path: &str, headers: &str) -> String {
    raw(server, &format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"))
}

#[track_caller]
fn check_status(response: &str, expected: u16) {
    assert!(response.starts_with(&format!("HTTP/1.1 {expected} ")), "{response}");
}

/// Returns the local addresses of the listening sockets of a port, in hexadecimal as in `/proc`.
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
fn the_server_listens_on_loopback_by_default() {
    let check = |arguments: &[&str], expected: &str| {
        let (_running, address) = serve(arguments);
        let port = port_of(&address);
        assert_eq!(listeners(port), [expected], "{address}");
    };
    check(&[], "0100007F");
    check(&["--host", "0.0.0.0"], "00000000");
}

#[test]
fn a_server_for_other_machines_needs_the_token_that_it_prints() {
    let (_running, address) = serve(&["--host", "0.0.0.0"]);
    let (_, token) = address.split_once("/?token=").unwrap();
    assert_eq!(token.len(), 32);
    let at = format!("127.0.0.1:{}", port_of(&address)).parse().unwrap();
    let server = Server::at(at);
    let host = format!("Host: {at}\r\n");
    let check = |path: &str, header: &str, expected: u16| {
        let response = get(&server, path, &format!("{host}{header}"));
        check_status(&response, expected);
        response
    };
    for path in ["/", "/api/games", "/assets/js/main.js", "/?token=", "/?token=0"] {
        let response = check(path, "", 401);
        assert!(response.contains("needs the token"), "{response}");
    }
    check("/api/games", "Authorization: Bearer 0\r\n", 401);
    check("/api/games", "Cookie: token=0\r\n", 401);
    check("/api/games", &format!("Authorization: Bearer {token}\r\n"), 200);
    check("/api/games", &format!("Cookie: a=b; token={token}\r\n"), 200);
    let response = check(&format!("/play/jungle?token={token}"), "", 303);
    let response = response.to_lowercase();
    assert!(response.contains("location: /play/jungle\r\n"), "{response}");
    let cookie = format!("set-cookie: token={token}; path=/; httponly; samesite=lax\r\n");
    assert!(response.contains(&cookie), "{response}");
    let (_running, address) = serve(&["--host", "0.0.0.0", "--no-token"]);
    assert!(!address.contains("token"), "{address}");
}

#[test]
fn requests_that_a_page_of_another_origin_has_caused_are_refused() {
    let server = Server::empty();
    let host = server.address;
    let check = |path: &str, metadata: [&str; 3], expected: u16| {
        let [site, mode, dest] = metadata;
        let headers = format!(
            "Host: {host}\r\nSec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n\
             Sec-Fetch-Dest: {dest}\r\n"
        );
        check_status(&get(&server, path, &headers), expected);
    };
    check("/api/games", ["same-origin", "cors", "empty"], 200);
    check("/api/games", ["none", "navigate", "document"], 200);
    for site in ["cross-site", "same-site"] {
        check("/api/analysis?game=jungle", [site, "no-cors", "image"], 403);
        check("/api/analysis?game=jungle", [site, "navigate", "document"], 403);
        check("/api/games", [site, "cors", "empty"], 403);
        check("/assets/js/main.js", [site, "no-cors", "script"], 403);
        check("/", [site, "navigate", "iframe"], 403);
        // A link to the board room.
        check("/play/jungle", [site, "navigate", "document"], 200);
    }
    assert_eq!(server.found("/api/engines")["busy"], 0);
}

#[test]
fn a_client_has_a_bounded_number_of_event_streams() {
    let limits = Limits { streams: 2, ..Limits::default() };
    let server = Server::start(Settings { limits, ..settings() });
    let body = json!({"game": "jungle", "human": 0, "timeMs": 10});
    let session = server.post("/api/tables", &body).1;
    let path = format!("/api/tables/{}/events", session["id"].as_str().unwrap());
    let open = || {
        let mut events = server.events(&path);
        let first = events.next();
        (events, first.is_some())
    };
    let [(first, one), (_second, two), (third, three)] = [open(), open(), open()];
    assert_eq!([one, two, three], [true, true, false]);
    assert_eq!(third.status, 429);
    drop(first);
    let started = Instant::now();
    // The server sees a little later that the first one has ended.
    while !open().1 {
        assert!(started.elapsed() < TIMEOUT);
    }
}

#[test]
fn a_slow_request_gets_an_error() {
    let limits = Limits { request: Duration::from_millis(50), ..Limits::default() };
    let server = Server::start(Settings { limits, ..settings() });
    let host = server.address;
    let head = format!("POST /api/positions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n");
    let response = raw(&server, &format!("{head}Connection: close\r\n\r\n{{"));
    check_status(&response, 408);
    assert!(response.contains("the request has taken more than"), "{response}");
}

#[test]
fn requests_to_unknown_host_names_are_refused() {
    let server = Server::empty();
    for host in ["localhost", "127.0.0.1:8017", "[::1]:8017", "LOCALHOST:1"] {
        check_status(&get(&server, "/api/games", &format!("Host: {host}\r\n")), 200);
    }
    for host in ["evil.example", "localhost.evil.example", "", "127.0.0.1.evil.example:8017"] {
        let response = get(&server, "/api/games", &format!("Host: {host}\r\n"));
        check_status(&response, 421);
        assert!(response.contains("\"error\":\"unknown host name"), "{response}");
    }
    check_status(&get(&server, "/", "Host: evil.example\r\n"), 421);
    let named = Hosts::named(&["board.local".to_owned()]);
    let server = Server::start(Settings { hosts: named, ..settings() });
    check_status(&get(&server, "/api/games", "Host: board.local:80\r\n"), 200);
}

#[test]
fn requests_from_pages_of_another_origin_are_refused() {
    let server = Server::empty();
    let host = server.address;
    let with = |origin: &str| format!("Host: {host}\r\nOrigin: {origin}\r\n");
    check_status(&get(&server, "/api/games", &with(&format!("http://{host}"))), 200);
    for origin in ["http://evil.example", "https://127.0.0.1", "null", "http://127.0.0.1:1"] {
        check_status(&get(&server, "/api/games", &with(origin)), 403);
    }
}

#[test]
fn files_of_the_disk_cannot_be_read() {
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
        let response = get(&server, path, &host);
        assert!(
            !response.contains("root:") && !response.contains("[package]"),
            "{path}: {response}"
        );
        if path.starts_with("/assets") || path.starts_with("/api") {
            assert!(response.starts_with("HTTP/1.1 4"), "{path}: {response}");
        }
    }
}

#[test]
fn every_response_has_the_security_headers() {
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
        let response = agent().get(server.url(path)).call().unwrap();
        let header = |name: &str| {
            response.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
        };
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
fn the_page_refers_to_no_other_server() {
    let server = Server::empty();
    for path in ["/", "/assets/js/main.js"] {
        let mut response = agent().get(server.url(path)).call().unwrap();
        assert_eq!(response.status(), 200, "{path}");
        let text = response.body_mut().read_to_string().unwrap();
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
        let (status, response) = server.send(path, &long);
        assert_eq!(
            (status, &response["error"]),
            (413, &json!("the request body is too long")),
            "{path}"
        );
    }
    // A long URL is refused before it is read to its end.
    let path = format!("/{}", "x".repeat(1 << 20));
    let response = get(&server, &path, "Host: localhost\r\n");
    assert!(response.starts_with("HTTP/1.1 4") || response.is_empty(), "{response}");
    let moves = vec!["x"; 5000];
    let (status, _) = server.post("/api/positions", &json!({"game": "jungle", "moves": moves}));
    assert_eq!(status, 422);
    // A small compressed file may be large after decompression: 300 times the same lines.
    let mut lines = vec![b' '; 1 << 20];
    lines.push(b'\n');
    let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    compressed.write_all(&lines).unwrap();
    let (status, response) = server.send("/api/replays", &compressed.finish().unwrap().repeat(300));
    assert_eq!(status, 422);
    assert!(response["error"].as_str().unwrap().contains("split it"), "{response}");
}

#[test]
fn a_malformed_request_gets_an_error_message() {
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
        let (found, response) = server.get(path);
        assert_eq!(found, status, "{path}");
        assert!(
            response["error"].as_str().is_some_and(|error| error.len() > 10),
            "{path}: {response}"
        );
    }
    check_status(&raw(&server, "nonsense\r\n\r\n"), 400);
    let (status, response) = server.post("/api/games", &json!({}));
    assert!(status == 405 && response["error"].is_string(), "{response}");
}

#[test]
fn session_identifiers_are_random_and_cannot_be_listed() {
    let server = Server::empty();
    let body = json!({"game": "jungle", "human": 0, "timeMs": 10});
    let id = |_| server.post("/api/tables", &body).1["id"].as_str().unwrap().to_owned();
    let ids: std::collections::HashSet<String> = (0..50).map(id).collect();
    assert_eq!(ids.len(), 50);
    assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
    assert_eq!(server.get("/api/tables").0, 405);
    assert_eq!(server.get("/api/replays").0, 405);
}
