//! Systems with the process groups and pipes of POSIX.

mod polled_pipes;
mod watchdog;

pub(in crate::process) use polled_pipes::PolledPipes;
#[cfg(target_os = "linux")]
pub(super) use watchdog::known_processes;
pub(super) use watchdog::{WatchedGroup, spawn_watched};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// Kills all processes of a group. An empty group is no failure.
pub(super) fn kill_group(group: Pid) {
    let _ = killpg(group, Signal::SIGKILL);
}
