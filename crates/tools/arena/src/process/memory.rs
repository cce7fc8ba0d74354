//! Watch over the resident memory of a program and its child processes.

use std::time::{Duration, Instant};

/// Watches the resident memory of a program and its child processes.
///
/// A judge limits resident memory, so a limit on address space (`RLIMIT_AS`) or on committed memory
/// (a job object of Windows) would be wrong: Java reserves 9 GB for a bot of which 40 MB are
/// resident.
pub(super) struct MemoryWatch {
    limit: u64,
    peak: u64,
    was_above: bool,
    next_check: Instant,
}

/// Resident memory of a program and its child processes, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct MemoryUsage {
    /// Peak of the process that has used most.
    pub(super) highest: u64,
    /// Sum over all processes at this moment.
    pub(super) together: u64,
}

/// More memory is resident than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryLimitExceeded;

impl MemoryWatch {
    /// Interval of the checks while a program computes its answer. On Linux a check takes 30
    /// microseconds, and 170 for a Java program: it has nineteen threads, and the child processes
    /// of each must be read.
    pub(super) const INTERVAL: Duration = Duration::from_millis(10);

    /// Returns a watch over a program that has just been started, with a limit in bytes.
    pub(super) fn new(limit: u64) -> MemoryWatch {
        MemoryWatch { limit, peak: 0, was_above: false, next_check: Instant::now() }
    }

    /// Returns the limit in bytes.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns the peak of resident memory, in bytes.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// Starts again with another limit, for a new game of the same program.
    pub(super) fn restart(&mut self, limit: u64) {
        *self = MemoryWatch::new(limit);
    }

    /// Returns whether the last check is at least [`MemoryWatch::INTERVAL`] ago.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next_check
    }

    /// Checks the memory that is in use now.
    pub(super) fn check(&mut self, usage: MemoryUsage) -> Result<(), MemoryLimitExceeded> {
        self.next_check = Instant::now() + MemoryWatch::INTERVAL;
        let MemoryUsage { highest, together } = usage;
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
