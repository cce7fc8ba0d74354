//! Errors of the queue, each with what to do next.

use std::error::Error as StdError;
use std::fmt::Display;
use std::time::Duration;

use crate::names::PROTOCOL;

/// Error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The address cannot be used.
    #[error("`{address}` is no address of a queue: {why}")]
    Address {
        /// The address, without credentials.
        address: String,
        /// The reason.
        why: String,
    },
    /// The address is that of another machine, and the connection would not be safe.
    #[error("the queue at {address} is on another machine: {remedy}")]
    Unprotected {
        /// The address, without credentials.
        address: String,
        /// The options that the user has to add.
        remedy: &'static str,
    },
    /// A file of the user cannot be read.
    #[error("{path} cannot be read: {why}")]
    File {
        /// The path.
        path: String,
        /// Error of the operating system.
        why: String,
    },
    /// No server answers.
    #[error(
        "no NATS server answers at {address} ({why}): start one with `cargo cg queue`, or check \
         the address"
    )]
    NoServer {
        /// The address, without credentials.
        address: String,
        /// The reason.
        why: String,
    },
    /// The server refuses the credentials.
    #[error(
        "the NATS server at {address} refuses the credentials: check the user, the token or the \
         key file"
    )]
    Credentials {
        /// The address, without credentials.
        address: String,
    },
    /// The server has no JetStream.
    #[error("the NATS server at {address} has no JetStream ({why}): start it with `-js`")]
    NoJetStream {
        /// The address, without credentials.
        address: String,
        /// The message of the server.
        why: String,
    },
    /// Another version of this program uses the queue.
    #[error(
        "the queue at {address} has `{found}`, this program has protocol {PROTOCOL}: use the same \
         version of `cargo cg` on all machines"
    )]
    Version {
        /// The address, without credentials.
        address: String,
        /// Description of the streams on the server.
        found: String,
    },
    /// A message exceeds the server's limit.
    #[error(
        "{what} has {size} bytes, but a message of this server holds {limit}: raise `max_payload` \
         in the configuration of the server"
    )]
    TooLarge {
        /// The content of the message.
        what: String,
        /// Its compressed size.
        size: usize,
        /// The limit of the server.
        limit: usize,
    },
    /// A unit was not played in several tries.
    #[error("unit {number} is given up after {tries} tries; the last one: {why}")]
    GivenUp {
        /// Number of the unit.
        number: usize,
        /// Number of tries.
        tries: i64,
        /// The last reason.
        why: String,
    },
    /// The server does not do what was asked.
    #[error("the queue failed to {action}: {why}")]
    Server {
        /// The request, as a verb with its object.
        action: &'static str,
        /// The message of the server or of its client.
        why: String,
    },
    /// The server program cannot be started.
    #[error("nats-server cannot be started: {0}")]
    Start(String),
}

/// No reply of the server within a time limit.
#[derive(Debug, thiserror::Error)]
#[error("no reply within {} s", .0.as_secs())]
pub(crate) struct Silence(pub(crate) Duration);

impl From<Silence> for String {
    fn from(silence: Silence) -> String {
        silence.to_string()
    }
}

impl From<Silence> for QueueError {
    fn from(silence: Silence) -> QueueError {
        QueueError::of("answer")(silence)
    }
}

impl QueueError {
    /// Returns the conversion of the errors of an action.
    pub(crate) fn of<E: Display>(action: &'static str) -> impl Fn(E) -> QueueError {
        move |error| QueueError::Server { action, why: error.to_string() }
    }
}

/// Returns the message of an error and of its causes, without repetitions.
pub(crate) fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
