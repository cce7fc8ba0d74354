//! Clock: its granularity, the cost of a call, and the time that other processes take.

use std::fmt;
use std::time::{Duration, Instant};

/// Granularity of the clock and cost of a call.
pub(crate) struct Clock {
    /// Least difference of two times that are not equal.
    step: Duration,
    /// Mean time of a call.
    call: Duration,
}

impl Clock {
    pub(crate) fn measure() -> Clock {
        const CALLS: u32 = 2000;
        let started = Instant::now();
        let (mut last, mut step) = (started, Duration::MAX);
        for _ in 0..CALLS {
            let now = Instant::now();
            if now > last {
                step = step.min(now - last);
            }
            last = now;
        }
        Clock { step, call: (last - started) / CALLS }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clock { step, call } = self;
        write!(f, "step {step:.1?}, call {call:.1?}")
    }
}

/// Watches the clock for `time`. Returns the sum of the gaps between calls in which the processor
/// must have done something else, and the longest one.
pub(crate) fn lost_time(time: Duration) -> (Duration, Duration) {
    /// A hundred times a slow call of the clock, a tenth of a slice of the scheduler.
    const GAP: Duration = Duration::from_micros(50);
    let started = Instant::now();
    let (mut last, mut lost, mut longest) = (started, Duration::ZERO, Duration::ZERO);
    while last - started < time {
        let now = Instant::now();
        let gap = now - last;
        if gap > GAP {
            lost += gap;
        }
        longest = longest.max(gap);
        last = now;
    }
    (lost, longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_ends_in_time_and_loses_no_more_than_its_time() {
        let started = Instant::now();
        let (lost, gap) = lost_time(Duration::from_millis(2));
        assert!(started.elapsed() >= Duration::from_millis(2));
        assert!(lost <= started.elapsed() && gap <= started.elapsed());
    }
}
