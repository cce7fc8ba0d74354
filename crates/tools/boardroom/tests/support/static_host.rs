//! Host of static files below a path, as GitHub Pages serves a site.

#![allow(dead_code, reason = "each program uses only a part")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// Path of the site on its host.
pub(crate) const BASE: &str = "/somebody/board-room/";

/// Host that serves until the process ends.
pub(crate) struct StaticHost {
    address: SocketAddr,
    /// Paths of the requests for which the site has no file.
    missing: Arc<Mutex<Vec<String>>>,
}

impl StaticHost {
    /// Serves the files of a folder.
    pub(crate) fn start(folder: &Path) -> StaticHost {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, missing) = (listener.local_addr().unwrap(), Arc::default());
        let (folder, log) = (folder.to_owned(), Arc::clone(&missing));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (folder, log) = (folder.clone(), Arc::clone(&log));
                // A browser opens connections that it does not use, and closes some of them.
                thread::spawn(move || respond(stream, &folder, &log));
            }
        });
        StaticHost { address, missing }
    }

    /// Returns the URL of a page of the site, such as `?/play/jungle`.
    pub(crate) fn url(&self, page: &str) -> String {
        format!("http://{}{BASE}{page}", self.address)
    }

    /// Returns the paths of all requests so far for which the site has no file.
    pub(crate) fn missing(&self) -> Vec<String> {
        self.missing.lock().unwrap().clone()
    }
}

fn respond(mut stream: TcpStream, folder: &Path, missing: &Mutex<Vec<String>>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let request = lines.next()?;
    lines.find(String::is_empty)?;
    let path = request.split(' ').nth(1)?.split('?').next()?.to_owned();
    let file = file_of(folder, &path).filter(|_| request.starts_with("GET "));
    let (status, kind, body) = match file.and_then(|file| Some((fs::read(&file).ok()?, file))) {
        Some((bytes, file)) => ("200 OK", media_type(&file), bytes),
        None => {
            missing.lock().unwrap().push(path);
            ("404 Not Found", "text/plain", Vec::new())
        }
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n"
    )
    .ok()?;
    stream.write_all(&body).ok()
}

fn file_of(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix(BASE)?;
    let path = if path.is_empty() { "index.html" } else { path };
    Some(folder.join(path)).filter(|_| !path.contains(".."))
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
