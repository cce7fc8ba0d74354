//! Watch over the resident memory of a program and its child processes.

use std::fs;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::tree::ProcessTree;

/// Watches the resident memory of a program and its child processes.
///
/// A judge limits resident memory, so a limit on address space (`RLIMIT_AS`) would be wrong: Java
/// reserves 9 GB for a bot of which 40 MB are resident. The kernel keeps the peak of each process,
/// so memory that one process takes and gives back between two checks is not missed. The sum over
/// several processes is seen only at the checks. A child process that has left the tree by a double
/// fork is not counted.
pub(super) struct MemoryWatch {
    limit: u64,
    peak: u64,
    was_above: bool,
    next_check: Instant,
}

/// More memory is resident than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryLimitExceeded;

impl MemoryWatch {
    /// Interval of the checks while a program computes its answer. A check takes 30 microseconds,
    /// and 170 for a Java program: it has nineteen threads, and the child processes of each must be
    /// read.
    pub(super) const INTERVAL: Duration = Duration::from_millis(10);

    /// Returns a watch over a program that has just been started, with a limit in bytes.
    pub(super) fn new(limit: u64) -> MemoryWatch {
        MemoryWatch { limit, peak: 0, was_above: false, next_check: Instant::now() }
    }

    /// Returns the peak of resident memory, in bytes. Memory that several processes share counts
    /// for each of them, unless the sum would be above the limit.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// Starts again with another limit, for a new game of the same program.
    pub(super) fn restart(&mut self, limit: u64) {
        *self = MemoryWatch::new(limit);
    }

    /// Checks if the last check is at least [`MemoryWatch::INTERVAL`] ago.
    pub(super) fn check_periodically(&mut self, program: Pid) -> Result<(), MemoryLimitExceeded> {
        if Instant::now() < self.next_check { Ok(()) } else { self.check(program) }
    }

    /// Checks now.
    pub(super) fn check(&mut self, program: Pid) -> Result<(), MemoryLimitExceeded> {
        self.next_check = Instant::now() + MemoryWatch::INTERVAL;
        let subtree = ProcessTree::now().subtree(program);
        let usages: Vec<MemoryUsage> =
            subtree.iter().filter_map(|&pid| MemoryUsage::of(pid)).collect();
        let highest = usages.iter().map(|one| one.highest).max().unwrap_or(0);
        let mut together = usages.iter().map(|one| one.now).sum();
        if together > self.limit && usages.len() > 1 {
            together = subtree.iter().filter_map(|&pid| proportional(pid)).sum();
        }
        self.peak = self.peak.max(highest).max(together);
        if highest > self.limit {
            return Err(MemoryLimitExceeded);
        }
        // Two checks in a row must fail: until it starts its own program, a child process may
        // borrow all memory of its parent (vfork), which then counts twice.
        let is_above = together > self.limit;
        let is_above_again = is_above && self.was_above;
        self.was_above = is_above;
        if is_above_again { Err(MemoryLimitExceeded) } else { Ok(()) }
    }
}

/// Resident memory of one process, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MemoryUsage {
    now: u64,
    highest: u64,
}

impl MemoryUsage {
    /// Reads the values; `None` for a process that has ended.
    fn of(pid: Pid) -> Option<MemoryUsage> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some(MemoryUsage { now: bytes(&status, "VmRSS:")?, highest: bytes(&status, "VmHWM:")? })
    }
}

/// Returns the proportional set size of a process, in bytes: each page is divided by the number of
/// processes that share it. The kernel walks all pages of the process for that.
fn proportional(pid: Pid) -> Option<u64> {
    let sums = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    bytes(&sums, "Pss:")
}

/// Returns the value of a line such as `VmRSS:   1740 kB`.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = value.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    /// Shell commands that put eight million characters into a variable; about 17 MB are resident
    /// meanwhile.
    const FILL: &str = "exec 3<&0; x=$(head -c 8000000 /dev/zero | tr '\\0' x)";

    const MIB: u64 = 1 << 20;

    /// Runs `script` until it has printed that many lines. Returns whether it is above the limit
    /// then, and its peak. The script ends when its input ends.
    fn watch(script: &str, lines: usize, limit: u64) -> (bool, u64) {
        let mut shell = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pid = Pid::from_raw(i32::try_from(shell.id()).unwrap());
        let stdout = BufReader::new(shell.stdout.take().unwrap());
        assert_eq!(stdout.lines().take(lines).count(), lines);
        let mut watch = MemoryWatch::new(limit);
        let is_above = watch.check(pid).and_then(|()| watch.check(pid)).is_err();
        drop(shell.stdin.take());
        shell.wait().unwrap();
        (is_above, watch.peak())
    }

    #[test]
    fn memory_that_a_program_holds_is_seen() {
        let hold = format!("{FILL}; echo held; read -r _");
        let (is_above, peak) = watch(&hold, 1, 1 << 30);
        assert!(!is_above && (8 * MIB..100 * MIB).contains(&peak), "{peak}");
        assert!(watch(&hold, 1, 4 * MIB).0);
    }

    #[test]
    fn memory_that_was_given_back_counts_for_the_peak() {
        assert!(watch(&format!("{FILL}; x=; echo empty; read -r _"), 1, 7 * MIB).0);
    }

    #[test]
    fn the_memory_of_a_process_and_its_children_is_added_up() {
        let hold = format!("{FILL}; echo held; read -r _");
        let subtree = format!(r#"exec 3<&0; for i in 1 2 3; do sh -c "{hold}" <&3 & done; wait"#);
        let subtree = subtree.replace("$(", r"\$(");
        assert!(watch(&subtree, 3, 22 * MIB).0);
    }

    #[test]
    fn shared_pages_count_once() {
        let subtree = format!("{FILL}; for i in 1 2 3; do (read -r _ <&3) & done; echo held; wait");
        let (is_above, together) = watch(&subtree, 1, 22 * MIB);
        assert!(!is_above && together < 22 * MIB, "{together}");
        let (_, each) = watch(&subtree, 1, u64::MAX);
        assert!(each > 22 * MIB, "{each}");
    }

    #[test]
    fn a_process_that_is_gone_uses_nothing() {
        let mut gone = Command::new("true").spawn().unwrap();
        let pid = Pid::from_raw(i32::try_from(gone.id()).unwrap());
        gone.wait().unwrap();
        assert_eq!(MemoryWatch::new(0).check(pid), Ok(()));
    }
}
