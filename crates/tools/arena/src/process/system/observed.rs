//! Memory and processor time of a program with its child processes, for systems without `/proc`.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::process::memory::MemoryUsage;

/// Program and its child processes, seen by the numbers of their parents.
///
/// A child process is not counted after its parent has ended, and neither is memory that is taken
/// and given back between two looks.
pub(super) struct ObservedTree {
    system: System,
    root: Pid,
    usage: MemoryUsage,
    next_look: Instant,
}

impl ObservedTree {
    /// Interval of the looks at all processes, each of which takes about a millisecond.
    const INTERVAL: Duration = Duration::from_millis(50);

    /// Returns a tree without a program, before the program is started.
    ///
    /// # Errors
    ///
    /// The system does not show its processes.
    pub(super) fn new() -> io::Result<ObservedTree> {
        Ok(ObservedTree {
            system: System::new().map_err(io::Error::other)?,
            root: Pid::from_u32(0),
            usage: MemoryUsage::default(),
            next_look: Instant::now(),
        })
    }

    /// Begins to observe the process `root` and its child processes.
    pub(super) fn below(self, root: u32) -> ObservedTree {
        ObservedTree { root: Pid::from_u32(root), ..self }
    }

    /// Returns the resident memory of all processes as it was at the last look.
    pub(super) fn memory(&mut self) -> MemoryUsage {
        if Instant::now() >= self.next_look {
            self.look();
            self.next_look = Instant::now() + ObservedTree::INTERVAL;
        }
        self.usage
    }

    /// Returns the processor time that the program has used; `None` if it is gone.
    pub(super) fn cpu_time(&mut self) -> Option<Duration> {
        let (root, what) = ([self.root], ProcessRefreshKind::nothing().with_cpu());
        let found = self.system.refresh_processes_specifics(
            ProcessesToUpdate::Some(&root),
            true,
            what.without_tasks(),
        );
        let program = self.system.process(self.root).filter(|_| found > 0)?;
        Some(Duration::from_millis(program.accumulated_cpu_time()))
    }

    fn look(&mut self) {
        let what = ProcessRefreshKind::nothing().without_tasks();
        self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let subtree = self.subtree();
        self.system.refresh_processes_specifics(
            ProcessesToUpdate::Some(&subtree),
            true,
            what.with_memory(),
        );
        let found = subtree.iter().filter_map(|&pid| self.system.process(pid));
        let sizes: Vec<u64> = found.map(Process::memory).collect();
        let highest = sizes.iter().copied().max().unwrap_or(0);
        self.usage = MemoryUsage { highest, together: sizes.iter().sum() };
    }

    /// Returns the program and all its descendants.
    fn subtree(&self) -> Vec<Pid> {
        let mut subtree = vec![self.root];
        let mut next = 0;
        while let Some(&parent) = subtree.get(next) {
            let begin = self.system.process(parent).map_or(0, Process::start_time);
            let children = self.system.processes().iter().filter(|(pid, process)| {
                // Windows gives the number of a parent that has ended to other processes.
                process.parent() == Some(parent)
                    && process.start_time() >= begin
                    && !subtree.contains(pid)
            });
            let children: Vec<Pid> = children.map(|(&pid, _)| pid).collect();
            subtree.extend(children);
            next += 1;
        }
        subtree
    }
}

/// Returns the processor cores to which programs can be bound.
///
/// # Errors
///
/// The system cannot bind programs to cores.
#[cfg(not(target_os = "linux"))]
pub fn available_cores() -> io::Result<Vec<usize>> {
    refuse_core(Some(0)).map(|()| Vec::new())
}

/// User namespace, which these systems do not have.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(crate) enum UserNamespace {}

#[cfg(not(target_os = "linux"))]
impl UserNamespace {
    pub(crate) const USERS: std::ops::RangeInclusive<u32> = 0..=0;

    pub(crate) fn new() -> Option<UserNamespace> {
        None
    }

    pub(crate) fn path(&self) -> String {
        match *self {}
    }

    pub(crate) fn may_read(_: &std::path::Path) -> bool {
        true
    }

    pub(crate) fn may_enter(_: &std::path::Path) -> bool {
        true
    }
}

/// Refuses to bind a program to a core.
pub(super) fn refuse_core(core: Option<usize>) -> io::Result<()> {
    let system = std::env::consts::OS;
    let what = format!("programs cannot be bound to cores on {system}: leave out --pin");
    match core {
        None => Ok(()),
        Some(_) => Err(io::Error::new(ErrorKind::Unsupported, what)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};

    use super::*;

    const MIB: u64 = 1 << 20;

    /// Starts a script and waits until it has printed that many lines. It ends with its input.
    fn start(script: &str, lines: usize) -> Child {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        let stdout = BufReader::new(shell.stdout.take().unwrap());
        assert_eq!(stdout.lines().take(lines).count(), lines);
        shell
    }

    fn end(mut shell: Child) {
        drop(shell.stdin.take());
        shell.wait().unwrap();
    }

    #[test]
    fn the_memory_of_a_program_and_its_children_is_seen() {
        let hold = "x=$(head -c 8000000 /dev/zero | tr '\\0' x); echo held; read -r _ <&3";
        let shell = start(&format!("exec 3<&0; ({hold}) & {hold}; wait"), 2);
        let usage = ObservedTree::new().unwrap().below(shell.id()).memory();
        assert!((7 * MIB..100 * MIB).contains(&usage.highest), "{usage:?}");
        assert!(usage.together >= usage.highest + 7 * MIB, "{usage:?}");
        end(shell);
    }

    #[test]
    fn processor_time_is_known_until_the_program_ends() {
        let work = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo done; read -r _";
        let shell = start(work, 1);
        let mut tree = ObservedTree::new().unwrap().below(shell.id());
        assert!(tree.cpu_time().unwrap() > Duration::from_millis(10));
        end(shell);
        assert_eq!(tree.cpu_time(), None);
        assert_eq!(tree.memory(), MemoryUsage::default());
    }

    #[test]
    fn a_core_is_refused_by_the_name_of_the_system() {
        assert!(refuse_core(None).is_ok());
        let error = refuse_core(Some(1)).unwrap_err().to_string();
        assert_eq!(error, "programs cannot be bound to cores on linux: leave out --pin");
    }
}
