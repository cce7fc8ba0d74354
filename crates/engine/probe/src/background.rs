//! Second thread, which shows whether the program runs while the other player thinks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Thread that sleeps for a millisecond at a time and counts how often it wakes. It takes about a
/// hundredth of a core.
pub(crate) struct Background {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    wakes: AtomicU64,
    /// Longest time between two wakes, in microseconds.
    longest: AtomicU64,
}

impl Background {
    /// Starts the thread; `None` if the judge permits none. The thread ends with the program.
    pub(crate) fn start() -> Option<Background> {
        let state = Arc::new(State::default());
        let own = state.clone();
        let run = move || {
            let mut last = Instant::now();
            loop {
                thread::sleep(Duration::from_millis(1));
                let now = Instant::now();
                own.wakes.fetch_add(1, Ordering::Relaxed);
                own.longest.fetch_max((now - last).as_micros() as u64, Ordering::Relaxed);
                last = now;
            }
        };
        thread::Builder::new().spawn(run).ok()?;
        Some(Background { state })
    }

    /// Starts a new count.
    pub(crate) fn restart(&self) {
        self.state.wakes.store(0, Ordering::Relaxed);
        self.state.longest.store(0, Ordering::Relaxed);
    }

    /// Describes the thread in the last `waited`, in which it can have woken once a millisecond.
    pub(crate) fn report(&self, waited: Duration) -> String {
        let wakes = self.state.wakes.load(Ordering::Relaxed);
        let gap = Duration::from_micros(self.state.longest.load(Ordering::Relaxed));
        let possible = waited.as_millis();
        format!("woke {wakes} of {possible} times, longest pause {gap:.1?}")
    }
}
