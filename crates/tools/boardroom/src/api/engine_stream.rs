//! Event streams of engines: server-sent events of a search, which ends with its stream.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::response::sse::{self, KeepAlive, KeepAliveStream, Sse};
use search::StopFlag;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::sessions::json_event;
use crate::engines::{EngineSlot, StopHandle};

/// Number of events that wait for a slow client.
const BACKLOG: usize = 32;

/// Sender of the events of a search.
pub(super) struct Events(mpsc::Sender<sse::Event>);

impl Events {
    /// Sends an event unless the client is slow: it misses this one and gets a later one.
    pub(super) fn offer(&self, name: &str, value: &impl Serialize) {
        if let Ok(permit) = self.0.try_reserve() {
            permit.send(json_event(name, value));
        }
    }

    /// Sends an event, and waits for a slow client.
    pub(super) fn send(&self, name: &str, value: &impl Serialize) {
        // Without a client the search stops.
        let _ = self.0.blocking_send(json_event(name, value));
    }
}

/// Event stream of a search. Dropping it stops the engine: the server drops it when the client
/// disconnects.
pub(super) struct EngineStream {
    events: mpsc::Receiver<sse::Event>,
    stop_handle: StopHandle,
}

impl EngineStream {
    /// Runs a search in a slot, and returns its events as a response.
    pub(super) fn start(
        slot: EngineSlot,
        search: impl FnOnce(StopFlag, &Events) + Send + 'static,
    ) -> Sse<KeepAliveStream<EngineStream>> {
        let (sender, events) = mpsc::channel(BACKLOG);
        let stop_handle = slot.stop_handle();
        tokio::spawn(slot.run(move |stop| search(stop, &Events(sender))));
        Sse::new(EngineStream { events, stop_handle }).keep_alive(KeepAlive::default())
    }
}

impl Stream for EngineStream {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for EngineStream {
    fn drop(&mut self) {
        self.stop_handle.stop();
    }
}
