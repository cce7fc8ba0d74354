//! Runtime of the asynchronous client on a thread of its own, behind blocking calls.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

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

    /// Waits for the end of a future.
    pub(crate) fn wait<F: Future>(&self, future: F) -> F::Output {
        self.shared.handle.block_on(future)
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
