//! Ending early without leaving anything behind.
//!
//! A signal only notes that it came and ends the programs that we wait for. Whoever waited gets an error, which travels up
//! like any other, and on the way every temporary folder is removed.

#[cfg(feature = "cli")]
mod control;

use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command, Output, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

use nix::unistd::Pid;

#[cfg(feature = "cli")]
pub(crate) use control::{cancel, is_cancelled, is_interrupted, prepare, resume};

/// Signals concern the whole process, hence one for all.
static STATE: Mutex<State> = Mutex::new(State {
    is_prepared: false,
    is_interrupted: false,
    is_cancelled: false,
    running: Vec::new(),
});

struct State {
    /// Whether signals are ours to handle; if not, programs get them as well, and nothing is left to do.
    is_prepared: bool,
    is_interrupted: bool,
    /// Whether what is going on is to end, and nothing else.
    is_cancelled: bool,
    /// Groups of processes that we wait for.
    running: Vec<Pid>,
}

impl State {
    fn has_to_end(&self) -> bool {
        self.is_interrupted || self.is_cancelled
    }
}

fn state() -> MutexGuard<'static, State> {
    // There is no step after which the state would be wrong.
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a program to its end, as [`Command::output`] does.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::Interrupted`] after a signal.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    if !state().is_prepared {
        return command.output();
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = Running::start(command)?;
    let group = running.group;
    let result = running.child.wait_with_output();
    end(group)?;
    result
}

/// A program that is ended by a signal to us.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) group: Pid,
}

impl Running {
    /// Starts a program in a group of its own, so that what it starts can be ended along with it.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut state = state();
        if state.has_to_end() {
            return Err(interrupted());
        }
        let child = command.process_group(0).spawn()?;
        let group = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
        state.running.push(group);
        Ok(Self { child, group })
    }
}

/// Notes that a program has ended.
///
/// # Errors
///
/// [`io::ErrorKind::Interrupted`] after a signal.
pub(crate) fn end(group: Pid) -> io::Result<()> {
    let mut state = state();
    state.running.retain(|running| *running != group);
    if state.has_to_end() { Err(interrupted()) } else { Ok(()) }
}

fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "interrupted")
}
