//! Runtime of the asynchronous client on a thread of its own, behind blocking calls.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::Silence;

/// Maximum time of a request, which may move an object of many megabytes.
const LIMIT: Duration = Duration::from_secs(120);

/// Thread that runs the client's tasks: its connection and heartbeats. Clones share it.
#[derive(Clone)]
pub(crate) struct Reactor {
    shared: Arc<Shared>,
}

struct Shared {
    handle: Handle,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Reactor {
    /// Starts the thread.
    pub(crate) fn start() -> io::Result<Reactor> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (end, ended) = oneshot::channel();
        let run = move || drop(runtime.block_on(ended));
        let thread = thread::Builder::new().name("queue".to_owned()).spawn(run)?;
        let shared = Shared { handle, end: Some(end), thread: Some(thread) };
        Ok(Reactor { shared: Arc::new(shared) })
    }

    /// Waits for the end of a request, or until its reply is taken for lost: the client itself
    /// waits without limit for some replies, also of a server that has died meanwhile.
    pub(crate) fn wait<T, E: From<Silence>>(
        &self,
        request: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let ended = self.shared.handle.block_on(async { timeout(LIMIT, request).await });
        ended.unwrap_or_else(|_| Err(Silence(LIMIT).into()))
    }

    /// Returns the handle, on which tasks can be started.
    pub(crate) fn handle(&self) -> &Handle {
        &self.shared.handle
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the client's tasks has been reported.
            let _ = thread.join();
        }
    }
}
