//! Connection to the queue that the user names.

use std::sync::Arc;

use options::queue::QueueOptions;
use queue::{Address, Queue, QueueError};

/// Connects to the queue that the options name; `None` if they name none.
///
/// # Errors
///
/// The address cannot be used, or no server answers there.
pub fn connect(options: &QueueOptions, name: &str) -> Result<Option<Queue>, QueueError> {
    let Some(text) = &options.queue else { return Ok(None) };
    let mut address = Address::parse(text)?;
    address.key_file.clone_from(&options.queue_key);
    address.ca_file.clone_from(&options.queue_ca);
    Queue::connect(&address, name, Arc::new(|note| eprintln!("note: {note}"))).map(Some)
}
