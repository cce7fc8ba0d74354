//! Search for the child processes of a program that have left its process group, to kill them with
//! the program.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, getpid, getsid};

use super::tree::{ProcessInfo, ProcessTree};
use crate::process::environment::Marker;
use crate::process::system::unix::known_processes;

/// Time limit for the search for a program's child processes. It is reached only if a process
/// cannot be killed, for example because it waits for a broken disk.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Pause between two scans, while killed processes disappear.
const PAUSE: Duration = Duration::from_micros(500);

/// Number of scans that are repeated because of processes whose owner is unknown.
const MAX_UNCLEAR_SCANS: u32 = 3;

/// Makes this process the subreaper of its descendants: orphans among them become its child
/// processes. Otherwise they would become child processes of the system's first process, where they
/// could not be told from others.
pub(super) fn adopt_orphans() -> io::Result<()> {
    static RESULT: OnceLock<Result<(), Errno>> = OnceLock::new();
    Ok((*RESULT.get_or_init(|| set_child_subreaper(true)))?)
}

/// Kills the rest of a program that has been killed and waited for: child processes that have left
/// its process group, by `setsid` or a double fork.
///
/// They are found among the descendants of this process by their marker, which they have inherited
/// with the environment. A process without the marker is found as long as an ancestor has it.
/// Processes of other games are never touched.
pub(super) fn kill_escaped(marker: &Marker, group: Pid) {
    let deadline = Instant::now() + TIME_LIMIT;
    let mut search = Search {
        marker,
        group,
        arena: getpid(),
        session: getsid(None).ok(),
        ours: BTreeSet::new(),
    };
    let mut unclear_scans = 0;
    loop {
        match search.scan() {
            Found::Nothing => return,
            Found::Some => thread::sleep(PAUSE),
            Found::Unclear => {
                unclear_scans += 1;
                thread::yield_now();
            }
        }
        if unclear_scans == MAX_UNCLEAR_SCANS || Instant::now() >= deadline {
            return;
        }
    }
}

/// Search for the child processes of one program.
struct Search<'a> {
    marker: &'a Marker,
    group: Pid,
    arena: Pid,
    /// Session of the arena, which is also the session of its programs until they leave it.
    session: Option<Pid>,
    /// Processes that were identified as child processes of the program while they were alive.
    ours: BTreeSet<Pid>,
}

/// Result of one scan of all descendants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Found {
    Nothing,
    /// Processes of which nothing is known at this moment: they may be starting or ending.
    Unclear,
    /// Processes that were alive and have been killed, or that had ended and have been reaped.
    Some,
}

impl Search<'_> {
    fn scan(&mut self) -> Found {
        let tree = ProcessTree::now();
        let known = known_processes();
        let mut found = Found::Nothing;
        let mut next: Vec<(Pid, bool)> = tree
            .children(self.arena)
            .into_iter()
            .filter(|pid| !known.contains(pid))
            .map(|pid| (pid, false))
            .collect();
        while let Some((pid, has_parent_of_ours)) = next.pop() {
            let (is_ours, what) = self.visit(pid, has_parent_of_ours);
            found = found.max(what);
            next.extend(tree.children(pid).into_iter().map(|child| (child, is_ours)));
        }
        found
    }

    /// Handles one process and returns whether it is a child process of the program.
    fn visit(&mut self, pid: Pid, has_parent_of_ours: bool) -> (bool, Found) {
        let Some(info) = ProcessInfo::of(pid) else {
            return (false, Found::Unclear);
        };
        if info.is_zombie {
            return (false, self.reap(pid, info));
        }
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if has_parent_of_ours
            || self.ours.contains(&pid)
            || self.marker.is_in(environment.split(|&byte| byte == 0))
        {
            self.ours.insert(pid);
            // It may have ended by itself.
            let _ = kill(pid, Signal::SIGKILL);
            return (true, Found::Some);
        }
        (false, if environment.is_empty() { Found::Unclear } else { Found::Nothing })
    }

    /// Reaps a process that has ended, if it is an orphan that the arena has adopted. Any other
    /// code that starts a process here waits for that process itself, and that process is in this
    /// session.
    fn reap(&self, pid: Pid, info: ProcessInfo) -> Found {
        let is_orphan = info.group == self.group
            || self.ours.contains(&pid)
            || Some(info.session) != self.session;
        if info.parent != self.arena || !is_orphan {
            return Found::Unclear;
        }
        match waitpid(pid, Some(WaitPidFlag::WNOHANG)) {
            Ok(_) => Found::Some,
            Err(_) => Found::Unclear,
        }
    }
}
