//! Connection to the queue that the user names.

use std::process::{self, Command, Stdio};
use std::sync::Arc;

use options::queue::QueueOptions;
use queue::{Address, Queue, QueueError};

/// Connects to the queue that the options name; `None` if they name none.
pub(crate) fn connect(options: &QueueOptions, name: &str) -> Result<Option<Queue>, QueueError> {
    let Some(text) = &options.queue else { return Ok(None) };
    let mut address = Address::parse(text)?;
    address.key_file.clone_from(&options.queue_key);
    address.ca_file.clone_from(&options.queue_ca);
    Queue::connect(&address, name, Arc::new(|note| eprintln!("note: {note}"))).map(Some)
}

/// Returns the name of this process in the lists of a queue: the host and the process.
pub(crate) fn default_name() -> String {
    let host = Command::new("hostname").stdin(Stdio::null()).output();
    let host = host.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let host = host.as_deref().map_or("", str::trim);
    let host = if host.is_empty() { "worker" } else { host };
    format!("{host}-{}", process::id())
}
