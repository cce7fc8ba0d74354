//! Requests to end early: signals, and a change of a source that is watched.

use nix::sys::signal::{Signal, killpg};

use super::{State, state};

impl State {
    fn end_all(&self) {
        for group in &self.running {
            // It may have ended by itself.
            let _ = killpg(*group, Signal::SIGKILL);
        }
    }
}

/// Lets SIGINT, SIGTERM and SIGHUP end what [`super::output`] waits for, from now on, and not this
/// process at once.
///
/// # Errors
///
/// If the system refuses.
pub(crate) fn prepare() -> Result<(), ctrlc::Error> {
    state().is_prepared = true;
    ctrlc::set_handler(|| {
        let mut state = state();
        state.is_interrupted = true;
        state.end_all();
    })
}

/// Ends what is going on, as a signal does.
pub(crate) fn cancel() {
    let mut state = state();
    state.is_cancelled = true;
    state.end_all();
}

/// Lets programs run again after [`cancel`].
pub(crate) fn resume() {
    state().is_cancelled = false;
}

/// Returns whether [`cancel`] was called since [`resume`].
pub(crate) fn is_cancelled() -> bool {
    state().is_cancelled
}

/// Returns whether a signal came.
pub(crate) fn is_interrupted() -> bool {
    state().is_interrupted
}
