//! Linux: process groups, and the files of `/proc` for memory and for child processes that have
//! left their group.

mod cores;
mod escaped;
mod memory;
mod tree;
mod user_namespace;

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

use self::tree::ProcessTree;
use super::unix::{PolledPipes, WatchedGroup, kill_group, spawn_watched};
use crate::process::environment::Marker;
use crate::process::memory::MemoryUsage;

pub use cores::available_cores;
pub(crate) use user_namespace::UserNamespace;

/// Environment variables that a program inherits, if they are set: the places of programs and
/// files, and the language of messages.
pub(in crate::process) const PASSED_ON: &[&str] = &["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"];

/// Running program in a process group of its own, and all its child processes, those that have left
/// the group included.
pub(in crate::process) struct Group {
    child: Child,
    pid: Pid,
    marker: Marker,
    /// The program runs below two processes of the sandbox.
    is_sandboxed: bool,
    /// Processor time of the program. In the sandbox the program is not known at its start.
    clock: Option<ClockId>,
    _watched: WatchedGroup,
}

impl Group {
    /// Starts a program, bound to a core if there is one. Its environment holds the marker, and all
    /// its streams are piped.
    pub(in crate::process) fn start(
        mut command: Command,
        marker: Marker,
        core: Option<usize>,
        is_sandboxed: bool,
    ) -> io::Result<(Group, PolledPipes)> {
        escaped::adopt_orphans()?;
        command.process_group(0);
        let (mut child, watched) = cores::bound_to(core, || spawn_watched(&mut command))?;
        let pid = watched.group();
        let pipes = PolledPipes::of(&mut child);
        let clock = if is_sandboxed { None } else { clock_getcpuclockid(pid).ok() };
        Ok((Group { child, pid, marker, is_sandboxed, clock, _watched: watched }, pipes))
    }

    /// Returns whether the program has ended. Its process number stays in use until it is killed.
    pub(in crate::process) fn has_ended(&mut self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.pid), flags), Ok(WaitStatus::StillAlive))
    }

    /// Returns the processor time that the program has used; `None` if the system does not know it.
    pub(in crate::process) fn cpu_time(&mut self) -> Option<Duration> {
        if self.clock.is_none() && self.is_sandboxed {
            let program = in_sandbox(self.pid);
            self.clock = program.and_then(|pid| clock_getcpuclockid(pid).ok());
        }
        self.clock?.now().ok().map(Duration::from)
    }

    /// Returns the resident memory of the program and its child processes. The sum is exact only
    /// above `limit`, where shared memory counts once.
    pub(in crate::process) fn memory(&mut self, limit: u64) -> MemoryUsage {
        memory::usage(self.pid, limit)
    }

    /// Kills the program and all its child processes. Returns its exit status, if it is known.
    pub(in crate::process) fn kill(&mut self) -> Option<ExitStatus> {
        kill_group(self.pid);
        let status = self.child.wait().ok();
        escaped::kill_escaped(&self.marker, self.pid);
        status
    }
}

/// Returns the process of the program itself: bubblewrap starts the first process of the namespace,
/// and that the program.
fn in_sandbox(bubblewrap: Pid) -> Option<Pid> {
    let tree = ProcessTree::now();
    let first = tree.children(bubblewrap).into_iter().next()?;
    tree.children(first).into_iter().next()
}
