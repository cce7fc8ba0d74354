//! Bounds of what clients of the server can hold.

use std::time::Duration;

/// Bounds of what clients can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of connections; further ones wait until one of them ends. At least 1.
    pub connections: usize,
    /// Time for the head of a request, from the connection or from the response before on.
    pub head: Duration,
    /// Time for the rest of a request, and for the computation of its response.
    pub request: Duration,
    /// Time for which a client may leave a response unread, once the buffers of the system are
    /// full.
    pub unread: Duration,
    /// Maximum number of event streams for the clients of one address.
    pub streams: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 256,
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            unread: Duration::from_secs(30),
            streams: 32,
        }
    }
}
