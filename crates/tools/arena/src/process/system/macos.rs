//! macOS: process groups, and child processes that have left their group by their environment.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use super::marked::kill_marked;
use super::observed::{ObservedTree, refuse_core};
use super::unix::{PolledPipes, WatchedGroup, kill_group, spawn_watched};
use crate::process::environment::Marker;
use crate::process::memory::MemoryUsage;

/// Environment variables that a program inherits, if they are set: the places of programs and
/// files, and the language of messages.
pub(in crate::process) const PASSED_ON: &[&str] = &["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"];

/// Running program in a process group of its own, and its child processes.
pub(in crate::process) struct Group {
    child: Child,
    tree: ObservedTree,
    marker: Marker,
    watched: WatchedGroup,
}

impl Group {
    /// Starts a program. Its environment holds the marker, and all its streams are piped.
    pub(in crate::process) fn start(
        mut command: Command,
        marker: Marker,
        core: Option<usize>,
        _is_sandboxed: bool,
    ) -> io::Result<(Group, PolledPipes)> {
        refuse_core(core)?;
        let tree = ObservedTree::new()?;
        let (mut child, watched) = spawn_watched(command.process_group(0))?;
        let pipes = PolledPipes::of(&mut child);
        let tree = tree.below(child.id());
        Ok((Group { child, tree, marker, watched }, pipes))
    }

    /// Returns whether the program has ended.
    pub(in crate::process) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns the processor time that the program has used; `None` if it is gone.
    pub(in crate::process) fn cpu_time(&mut self) -> Option<Duration> {
        self.tree.cpu_time()
    }

    /// Returns the resident memory of the program and its child processes.
    pub(in crate::process) fn memory(&mut self, _limit: u64) -> MemoryUsage {
        self.tree.memory()
    }

    /// Kills the program and all its child processes. Returns its exit status, if it is known.
    pub(in crate::process) fn kill(&mut self) -> Option<ExitStatus> {
        kill_group(self.watched.group());
        let status = self.child.wait().ok();
        kill_marked(&self.marker);
        status
    }
}
