//! Program that responds to one request: standard input has the request in its first line and a
//! record file behind it, standard output gets the response.
//!
//! Compiled to WebAssembly (`wasm32-wasip1`), it answers the pages of a site without a server: each
//! request is a run of its own, which a page ends to stop a search.

use std::io::{Read as _, Write as _, stdin, stdout};
use std::process::ExitCode;

use crate::request::{Line, respond};

/// Responds to the request in standard input. Each line of the response is an object: events, then
/// `reply` or `problem`.
pub fn run() -> ExitCode {
    let mut input = Vec::new();
    if let Err(error) = stdin().read_to_end(&mut input) {
        eprintln!("error: the request cannot be read: {error}");
        return ExitCode::from(2);
    }
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (request, file) = input.split_at(end);
    let mut is_written = true;
    respond(&String::from_utf8_lossy(request), file.get(1..).unwrap_or_default(), &mut |line| {
        is_written &= write(&line).is_ok();
    });
    ExitCode::from(if is_written { 0 } else { 2 })
}

/// Writes a line at once, so that a page sees it during the search.
fn write(line: &Line) -> std::io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    let mut output = stdout().lock();
    output.write_all(&text)?;
    output.flush()
}
