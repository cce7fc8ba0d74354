use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Drains a stream and remembers its end.
pub(crate) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    drain: JoinHandle<()>,
}

impl Tail {
    /// How much of the end is remembered, in bytes.
    const KEPT: usize = 1024;

    /// Starts to read `stream` to its end.
    pub(crate) fn of(mut stream: impl Read + Send + 'static) -> Tail {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&kept);
        let drain = thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(len) => {
                        let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        kept.extend(&buffer[..len]);
                        let surplus = kept.len().saturating_sub(Tail::KEPT);
                        kept.drain(..surplus);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
        });
        Tail { kept, drain }
    }

    /// Tells whether the stream has ended.
    pub(crate) fn is_complete(&self) -> bool {
        self.drain.is_finished()
    }

    /// Returns the end of what has come so far.
    pub(crate) fn text(&self) -> String {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).trim().to_owned()
    }
}
