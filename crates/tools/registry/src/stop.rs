//! Request to stop a match.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Request to stop, shared between a match and the code that interrupts it.
///
/// A match that is asked to stop ends its games, and their processes, within a short time.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests the stop. It cannot be taken back.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the stop has been requested.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
