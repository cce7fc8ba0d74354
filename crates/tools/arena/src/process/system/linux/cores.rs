//! Processor cores on which this process may run, and programs that are bound to one of them.

use std::io;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
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

/// Starts a program while this thread is bound to a core, so that the program and all that it
/// starts are bound to it as well.
pub(super) fn bound_to<T>(
    core: Option<usize>,
    start: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    let Some(core) = core else { return start() };
    let thread = Pid::from_raw(0);
    let before = sched_getaffinity(thread)?;
    let mut cores = CpuSet::new();
    cores.set(core).and_then(|()| sched_setaffinity(thread, &cores)).map_err(|error| {
        let what = format!("cannot be bound to core {core}, choose another: {error}");
        io::Error::new(io::Error::from(error).kind(), what)
    })?;
    let started = start();
    // A thread may return to the cores that it had.
    let _ = sched_setaffinity(thread, &before);
    started
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
