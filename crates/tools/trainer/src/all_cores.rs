//! Work on all cores of the thread pool, in code that does not depend on the game.
//!
//! The thread pool is generic over the functions that it calls. Without trait objects all of it
//! would be compiled for each game and each call: a third of the code of all games.

use rayon::prelude::*;

/// Function of one thread, which does the piece of work with a number.
pub type Worker<'a, T> = Box<dyn FnMut(usize) -> T + 'a>;

/// Does pieces of work with the numbers below `count` on all cores of the thread pool, and returns
/// the results in order of the numbers. Each worker does several pieces.
pub fn on_all_cores<'a, T: Send>(
    count: usize,
    new_worker: &(dyn Fn() -> Worker<'a, T> + Sync + 'a),
) -> Vec<T> {
    (0..count).into_par_iter().map_init(new_worker, |worker, number| worker(number)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_are_in_order_and_each_worker_is_new() {
        let workers = AtomicUsize::new(0);
        let squares = on_all_cores(1000, &|| {
            let (worker, mut done) = (workers.fetch_add(1, Ordering::Relaxed), 0);
            Box::new(move |number| {
                done += 1;
                (number * number, worker, done)
            })
        });
        assert!(squares.iter().enumerate().all(|(number, found)| found.0 == number * number));
        // No two workers share their state.
        let mut states: Vec<(usize, usize)> =
            squares.iter().map(|found| (found.1, found.2)).collect();
        states.sort_unstable();
        states.dedup();
        assert_eq!(states.len(), 1000);
        assert!(on_all_cores(0, &|| Box::new(|number| number)).is_empty());
    }
}
