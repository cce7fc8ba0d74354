use std::fs;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::tree::ProcessTree;

/// Watches how much memory of a program and its children is resident.
///
/// A judge limits what is resident, so a limit on address space (`RLIMIT_AS`) would be wrong: Java
/// reserves 9 GB for a bot of which 40 MB are resident. The kernel keeps the highest value of each
/// process, so nothing that a program takes and gives back between two looks is missed; of a family
/// the looks themselves must find the sum. A child that has left the family by a double fork is not
/// counted.
pub(super) struct MemoryWatch {
    limit: u64,
    peak: u64,
    was_above: bool,
    next_look: Instant,
}

/// More is resident than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AboveLimit;

impl MemoryWatch {
    /// How often to look while a program thinks. A look takes 30 microseconds; 170 where the program
    /// is Java, with nineteen threads whose children must be asked for.
    pub(super) const INTERVAL: Duration = Duration::from_millis(10);

    /// Returns a watch over a program that has just been started, with a limit in bytes.
    pub(super) fn new(limit: u64) -> MemoryWatch {
        MemoryWatch { limit, peak: 0, was_above: false, next_look: Instant::now() }
    }

    /// Returns the most that was seen resident, in bytes. What the processes of a family share is
    /// counted for each of them, unless that would be above the limit.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// Begins anew with another limit, for a new game of the same program.
    pub(super) fn restart(&mut self, limit: u64) {
        *self = MemoryWatch::new(limit);
    }

    /// Looks if the last look is [`MemoryWatch::INTERVAL`] ago.
    pub(super) fn look_at_times(&mut self, program: Pid) -> Result<(), AboveLimit> {
        if Instant::now() < self.next_look { Ok(()) } else { self.look(program) }
    }

    /// Looks now.
    pub(super) fn look(&mut self, program: Pid) -> Result<(), AboveLimit> {
        self.next_look = Instant::now() + MemoryWatch::INTERVAL;
        let family = ProcessTree::now().family(program);
        let uses: Vec<Use> = family.iter().filter_map(|&pid| Use::of(pid)).collect();
        let highest = uses.iter().map(|one| one.highest).max().unwrap_or(0);
        let mut together = uses.iter().map(|one| one.now).sum();
        if together > self.limit && uses.len() > 1 {
            together = family.iter().filter_map(|&pid| proportional(pid)).sum();
        }
        self.peak = self.peak.max(highest).max(together);
        if highest > self.limit {
            return Err(AboveLimit);
        }
        // Not at the first sight: until it starts its own program, a child may borrow all memory
        // of its parent (vfork), which then counts twice.
        let is_above = together > self.limit;
        let is_above_again = is_above && self.was_above;
        self.was_above = is_above;
        if is_above_again { Err(AboveLimit) } else { Ok(()) }
    }
}

/// The resident memory of one process, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Use {
    now: u64,
    highest: u64,
}

impl Use {
    /// `None` for a process that has ended.
    fn of(pid: Pid) -> Option<Use> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some(Use { now: bytes(&status, "VmRSS:")?, highest: bytes(&status, "VmHWM:")? })
    }
}

/// Returns the resident memory of a process, in bytes, each page divided by the number of those
/// who share it. The kernel walks all its pages for that.
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

    /// Eight million characters in a variable of the shell, at some 17 MB while they are put there.
    const FILL: &str = "exec 3<&0; x=$(head -c 8000000 /dev/zero | tr '\\0' x)";

    const MIB: u64 = 1 << 20;

    /// Runs `script` until it has printed so many lines, and tells whether it is above the limit
    /// then, and its peak. The script ends with its input.
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
        let is_above = watch.look(pid).and_then(|()| watch.look(pid)).is_err();
        drop(shell.stdin.take());
        shell.wait().unwrap();
        (is_above, watch.peak())
    }

    #[test]
    fn what_a_program_holds_is_seen() {
        let hold = format!("{FILL}; echo held; read -r _");
        let (is_above, peak) = watch(&hold, 1, 1 << 30);
        assert!(!is_above && (8 * MIB..100 * MIB).contains(&peak), "{peak}");
        assert!(watch(&hold, 1, 4 * MIB).0);
    }

    #[test]
    fn what_it_has_given_back_was_resident_all_the_same() {
        assert!(watch(&format!("{FILL}; x=; echo empty; read -r _"), 1, 7 * MIB).0);
    }

    #[test]
    fn the_memory_of_a_family_counts_together() {
        let hold = format!("{FILL}; echo held; read -r _");
        let family = format!(r#"exec 3<&0; for i in 1 2 3; do sh -c "{hold}" <&3 & done; wait"#);
        let family = family.replace("$(", r"\$(");
        assert!(watch(&family, 3, 22 * MIB).0);
    }

    #[test]
    fn pages_that_a_family_shares_count_once() {
        let family = format!("{FILL}; for i in 1 2 3; do (read -r _ <&3) & done; echo held; wait");
        let (is_above, together) = watch(&family, 1, 22 * MIB);
        assert!(!is_above && together < 22 * MIB, "{together}");
        let (_, each) = watch(&family, 1, u64::MAX);
        assert!(each > 22 * MIB, "{each}");
    }

    #[test]
    fn a_process_that_is_gone_uses_nothing() {
        let mut gone = Command::new("true").spawn().unwrap();
        let pid = Pid::from_raw(i32::try_from(gone.id()).unwrap());
        gone.wait().unwrap();
        assert_eq!(MemoryWatch::new(0).look(pid), Ok(()));
    }
}
