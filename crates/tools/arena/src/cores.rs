//! Processor cores on which this process may run.

use std::io;

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

/// Returns the processor cores on which this process may run, by the system's numbers.
///
/// # Errors
///
/// The system call fails.
pub fn available_cores() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(Pid::from_raw(0))?;
    Ok((0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_cores_as_threads_at_once() {
        let threads = std::thread::available_parallelism().unwrap().get();
        let cores = available_cores().unwrap();
        // A quota may allow fewer threads than there are cores.
        assert!(cores.len() >= threads, "{cores:?}");
    }
}
