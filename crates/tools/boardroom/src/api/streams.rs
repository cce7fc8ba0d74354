//! Event streams: a bounded number for the clients of one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;

use super::error::ApiError;

/// Address of the client that has sent a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    /// Client of unknown address.
    pub(super) const UNKNOWN: Client = Client(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

/// Numbers of open event streams by client.
pub(super) struct Streams {
    limit: usize,
    open: Arc<Mutex<HashMap<Client, usize>>>,
}

impl Streams {
    /// Returns a count without streams, with a limit for each client.
    pub(super) fn new(limit: usize) -> Streams {
        Streams { limit, open: Arc::default() }
    }

    /// Counts a response until it ends, if it is an event stream. Refuses it if the client has too
    /// many of them.
    pub(super) fn count(&self, client: Client, response: Response) -> Response {
        let kind = response.headers().get(header::CONTENT_TYPE);
        if kind.is_none_or(|kind| !kind.as_bytes().starts_with(b"text/event-stream")) {
            return response;
        }
        let Some(stream) = self.open(client) else {
            let message = format!(
                "{} event streams of this address are open: close a page of the board room",
                self.limit
            );
            return ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).into_response();
        };
        let hold = move |frame| {
            let _ = &stream;
            frame
        };
        response.map(|body| Body::new(body.map_frame(hold)))
    }

    fn open(&self, client: Client) -> Option<OpenStream> {
        let mut open = lock(&self.open);
        let count = open.entry(client).or_default();
        if *count >= self.limit {
            return None;
        }
        *count += 1;
        Some(OpenStream { client, open: Arc::clone(&self.open) })
    }
}

/// Event stream that counts until it is dropped.
struct OpenStream {
    client: Client,
    open: Arc<Mutex<HashMap<Client, usize>>>,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

fn lock(open: &Mutex<HashMap<Client, usize>>) -> MutexGuard<'_, HashMap<Client, usize>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}
