//! Jobs on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs all jobs, as many in parallel as there are processors. Of several errors, that of the first
/// job is returned.
pub(crate) fn run_in_parallel<J: Sync, T: Send, E: Send>(
    jobs: &[J],
    run: impl Fn(&J) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let work = || {
        let mut done = Vec::new();
        while let Some((number, job)) = take(&next, jobs) {
            let result = run(job);
            if result.is_err() {
                // Jobs before this one have already started.
                next.store(jobs.len(), Ordering::Relaxed);
            }
            done.push((number, result));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("jobs do not panic"));
        joined.flatten().collect::<Vec<_>>()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs both functions, the second in its own thread, and returns both results.
pub(crate) fn in_parallel<A, B: Send>(
    first: impl FnOnce() -> A,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    thread::scope(|scope| {
        let second = scope.spawn(second);
        (first(), second.join().expect("the function does not panic"))
    })
}

fn take<'a, J>(next: &AtomicUsize, jobs: &'a [J]) -> Option<(usize, &'a J)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    Some((number, jobs.get(number)?))
}
