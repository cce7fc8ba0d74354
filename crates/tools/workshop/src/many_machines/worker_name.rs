//! Name of a worker in the lists of a queue.

use std::process::{self, Command, Stdio};

/// Returns the name of this process: the host and the process.
pub(crate) fn default_name() -> String {
    let host = Command::new("hostname").stdin(Stdio::null()).output();
    let host = host.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let host = host.as_deref().map_or("", str::trim);
    let host = if host.is_empty() { "worker" } else { host };
    format!("{host}-{}", process::id())
}
