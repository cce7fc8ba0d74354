//! Resident memory of a program and its child processes, read from `/proc`.

use std::fs;

use nix::unistd::Pid;

use super::tree::ProcessTree;
use crate::process::memory::MemoryUsage;

/// Returns the resident memory of a program and its child processes. Memory that several processes
/// share counts for each of them, unless the sum would be above `limit`.
///
/// The kernel keeps the peak of each process, so memory that one process takes and gives back
/// between two checks is not missed. The sum over several processes is seen only at the checks. A
/// child process that has left the tree by a double fork is not counted.
pub(super) fn usage(program: Pid, limit: u64) -> MemoryUsage {
    let subtree = ProcessTree::now().subtree(program);
    let usages: Vec<OneProcess> = subtree.iter().filter_map(|&pid| OneProcess::of(pid)).collect();
    let highest = usages.iter().map(|one| one.highest).max().unwrap_or(0);
    let mut together = usages.iter().map(|one| one.now).sum();
    if together > limit && usages.len() > 1 {
        together = subtree.iter().filter_map(|&pid| proportional(pid)).sum();
    }
    MemoryUsage { highest, together }
}

/// Resident memory of one process, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OneProcess {
    now: u64,
    highest: u64,
}

impl OneProcess {
    /// Reads the values; `None` for a process that has ended.
    fn of(pid: Pid) -> Option<OneProcess> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some(OneProcess { now: bytes(&status, "VmRSS:")?, highest: bytes(&status, "VmHWM:")? })
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
    use crate::process::memory::MemoryWatch;

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
        let mut check = || watch.check(usage(pid, limit));
        let is_above = check().and_then(|()| check()).is_err();
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
        assert_eq!(usage(pid, 0), MemoryUsage::default());
    }
}
