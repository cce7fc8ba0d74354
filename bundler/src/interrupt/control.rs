//! Requests to end early: signals, and a change of a watched source.

use super::{State, state};

impl State {
    fn end_all(&self) {
        for group in &self.running {
            group.kill();
        }
    }
}

/// Installs handlers for Ctrl-C and, on Unix, SIGTERM and SIGHUP, that kill the children of
/// [`super::output`] instead of ending this process at once.
///
/// # Errors
///
/// If the handlers cannot be installed.
pub(crate) fn prepare() -> Result<(), ctrlc::Error> {
    state().is_prepared = true;
    ctrlc::set_handler(|| {
        let mut state = state();
        state.is_interrupted = true;
        state.end_all();
    })
}

/// Cancels the current work, like a signal.
pub(crate) fn cancel() {
    let mut state = state();
    state.is_cancelled = true;
    state.end_all();
}

/// Allows programs to run again after [`cancel`].
pub(crate) fn resume() {
    state().is_cancelled = false;
}

/// Returns true if [`cancel`] was called since the last [`resume`].
pub(crate) fn is_cancelled() -> bool {
    state().is_cancelled
}

/// Returns true if a signal came.
pub(crate) fn is_interrupted() -> bool {
    state().is_interrupted
}
