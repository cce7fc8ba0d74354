//! Early termination that leaves nothing behind.
//!
//! A signal only sets a flag and kills the child processes. The waiting caller gets an error, which
//! propagates like any other, and every temporary folder is removed on the way.

#[cfg(feature = "cli")]
mod control;
mod group;

use std::{
    io,
    process::{Child, Command, Output, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

pub(crate) use group::Group;

#[cfg(feature = "cli")]
pub(crate) use control::{cancel, is_cancelled, is_interrupted, prepare, resume};

/// Signals concern the whole process, so there is one global state.
static STATE: Mutex<State> = Mutex::new(State {
    is_prepared: false,
    is_interrupted: false,
    is_cancelled: false,
    running: Vec::new(),
});

struct State {
    /// True if this process handles the signals. If not, the child processes get them as well, and
    /// nothing has to be done.
    is_prepared: bool,
    is_interrupted: bool,
    /// True if the current work has to end, but not the process.
    is_cancelled: bool,
    /// Groups of the running children.
    running: Vec<Group>,
}

impl State {
    fn has_to_end(&self) -> bool {
        self.is_interrupted || self.is_cancelled
    }
}

fn state() -> MutexGuard<'static, State> {
    // No panic can leave the state inconsistent.
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if nothing may be written any more: after a signal, or if the work is cancelled.
pub(crate) fn has_to_end() -> bool {
    state().has_to_end()
}

/// Runs a program to its end, like [`Command::output`].
///
/// # Errors
///
/// I/O errors, and [`io::ErrorKind::Interrupted`] after a signal.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    if !state().is_prepared {
        return command.output();
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = Running::start(command)?;
    let group = running.group;
    let result = running.child.wait_with_output();
    end(&group)?;
    result
}

/// A child process that a signal to this process ends.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) group: Group,
}

impl Running {
    /// Starts a program in a group of its own, so that the processes it starts can be killed with
    /// it.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut state = state();
        if state.has_to_end() {
            return Err(interrupted());
        }
        let (child, group) = Group::start(command)?;
        state.running.push(group.clone());
        Ok(Self { child, group })
    }
}

/// Records that a program has ended.
///
/// # Errors
///
/// [`io::ErrorKind::Interrupted`] after a signal.
pub(crate) fn end(group: &Group) -> io::Result<()> {
    let mut state = state();
    state.running.retain(|running| running != group);
    if state.has_to_end() { Err(interrupted()) } else { Ok(()) }
}

fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "interrupted")
}
