use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared between whoever interrupts a match and the match.
///
/// A match that is asked to stop ends its games within a moment, and with them their processes.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop. There is no way back.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether someone has asked to stop.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
