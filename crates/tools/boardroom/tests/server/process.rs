//! Servers in processes of their own.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// Process of a server, which is killed when the value is dropped.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the server and returns the address that it prints.
pub(crate) fn serve(arguments: &[&str]) -> (Running, String) {
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

/// Returns the port in an address that the server prints.
pub(crate) fn port_of(address: &str) -> &str {
    let port = address.rsplit_once(':').unwrap().1;
    port.split_once('/').map_or(port, |(port, _)| port)
}
