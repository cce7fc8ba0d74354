use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, getpid, getsid};

use super::environment::Marker;
use super::tree::{ProcessInfo, ProcessTree};
use super::watchdog::known_processes;

/// How long to go after a program's children. It takes longer only where one cannot be killed,
/// because it waits for a broken disk, say.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait for what was killed to be gone, between two looks.
const PAUSE: Duration = Duration::from_micros(500);

/// How often to look again because of processes that do not tell whose they are.
const UNCLEAR_LOOKS: u32 = 3;

/// Has orphans among the descendants of this process become its children, in place of the system's
/// first process's, where they could not be told from others.
pub(super) fn adopt_orphans() -> io::Result<()> {
    static RESULT: OnceLock<Result<(), Errno>> = OnceLock::new();
    Ok((*RESULT.get_or_init(|| set_child_subreaper(true)))?)
}

/// Kills all processes of a group. That none are left is no failure.
pub(super) fn kill_group(group: Pid) {
    let _ = killpg(group, Signal::SIGKILL);
}

/// Kills what is left of a program that has been killed and waited for: children that have left its
/// group, by `setsid` or a double fork.
///
/// They are found among the descendants of this process by their marker, which they have inherited
/// with the environment; a process without the marker is found as long as an ancestor has it.
/// Processes of other games are never touched.
pub(super) fn kill_escaped(marker: &Marker, group: Pid) {
    let deadline = Instant::now() + PATIENCE;
    let mut search = Search {
        marker,
        group,
        arena: getpid(),
        session: getsid(None).ok(),
        ours: BTreeSet::new(),
    };
    let mut unclear_looks = 0;
    loop {
        match search.look() {
            Found::Nothing => return,
            Found::Some => thread::sleep(PAUSE),
            Found::Unclear => {
                unclear_looks += 1;
                thread::yield_now();
            }
        }
        if unclear_looks == UNCLEAR_LOOKS || Instant::now() >= deadline {
            return;
        }
    }
}

/// The search for one program's children.
struct Search<'a> {
    marker: &'a Marker,
    group: Pid,
    arena: Pid,
    /// Of the arena, in which its programs are too until they leave it.
    session: Option<Pid>,
    /// Who was known for the program's child while alive.
    ours: BTreeSet<Pid>,
}

/// What a look at all descendants has found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Found {
    Nothing,
    /// Processes of which nothing is known, at this moment: they may be starting or ending.
    Unclear,
    /// Processes that were alive, and have been killed, or that had ended, and are gone now.
    Some,
}

impl Search<'_> {
    fn look(&mut self) -> Found {
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

    /// Deals with one process and tells whether it is the program's child.
    fn visit(&mut self, pid: Pid, has_parent_of_ours: bool) -> (bool, Found) {
        let Some(kin) = ProcessInfo::of(pid) else {
            return (false, Found::Unclear);
        };
        if kin.is_zombie {
            return (false, self.bury(pid, kin));
        }
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if has_parent_of_ours || self.ours.contains(&pid) || self.marker.is_in(&environment) {
            self.ours.insert(pid);
            // It may just have ended by itself.
            let _ = kill(pid, Signal::SIGKILL);
            return (true, Found::Some);
        }
        (false, if environment.is_empty() { Found::Unclear } else { Found::Nothing })
    }

    /// Waits for a process that has ended, if it is a child of the arena that nobody else waits
    /// for. Whoever starts a process here waits for it himself, and has it in this session.
    fn bury(&self, pid: Pid, kin: ProcessInfo) -> Found {
        let is_orphan = kin.group == self.group
            || self.ours.contains(&pid)
            || Some(kin.session) != self.session;
        if kin.parent != self.arena || !is_orphan {
            return Found::Unclear;
        }
        match waitpid(pid, Some(WaitPidFlag::WNOHANG)) {
            Ok(_) => Found::Some,
            Err(_) => Found::Unclear,
        }
    }
}
