//! Time management: the time left for the whole game and the limits of each decision.

use std::time::{Duration, Instant};

use search::Limits;

/// Game clock: the time that is left for the whole game, and its division among decisions.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    left: Duration,
    /// Start time of the current turn.
    running_since: Option<Instant>,
}

/// Time that the judge gives a player for all answers of a game.
const WHOLE_GAME: Duration = Duration::from_secs(30);

/// Reserve for the process start and the transfer to and from the judge. The judge's clock includes
/// these and this clock does not: some milliseconds for each of up to 400 answers.
const RESERVE: Duration = Duration::from_millis(2500);

/// Number of decisions among which the time left is divided.
const DECISIONS: u32 = 70;

/// Share of a decision's time after which no new iteration begins, in percent: the next iteration
/// takes several times as long as the last.
const SOFT_PERCENT: u32 = 50;

impl Default for Clock {
    fn default() -> Clock {
        Clock { left: WHOLE_GAME - RESERVE, running_since: None }
    }
}

impl Clock {
    /// Starts the clock for a turn whose first byte arrived at `started`.
    pub(crate) fn start(&mut self, started: Instant) {
        self.running_since = Some(started);
    }

    /// Stops the clock when the answer is ready, also after a panic.
    pub(crate) fn stop(&mut self, now: Instant) {
        let used = self.running_since.take().map(|started| now.saturating_duration_since(started));
        self.left = self.left.saturating_sub(used.unwrap_or_default());
    }

    /// Returns the limits of a search that begins now and gets `percent` of a decision's time.
    pub(crate) fn limits(&self, now: Instant, percent: u32) -> Limits {
        let time = self.left / DECISIONS * percent / 100;
        Limits {
            soft: Some(now + time * SOFT_PERCENT / 100),
            hard: Some(now + time),
            ..Limits::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_200_steps_and_as_many_names_never_runs_out_of_time() {
        let mut clock = Clock::default();
        let start = Instant::now();
        let mut now = start;
        for _ in 0..400 {
            let limits = clock.limits(now, 100);
            assert!(limits.soft.unwrap() <= limits.hard.unwrap());
            clock.start(now);
            now = limits.hard.unwrap();
            clock.stop(now);
        }
        assert!(now - start < WHOLE_GAME - RESERVE, "{:?}", now - start);
        assert!(now - start > Duration::from_secs(27));
    }

    #[test]
    fn a_late_answer_uses_up_the_time_without_a_panic() {
        let mut clock = Clock::default();
        let now = Instant::now();
        clock.start(now);
        clock.stop(now + Duration::from_secs(100));
        clock.stop(now + Duration::from_secs(200));
        assert_eq!(clock.limits(now, 100).hard, Some(now));
    }
}
