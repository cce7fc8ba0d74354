use std::time::{Duration, Instant};

use search::Limits;

/// What is left of the time for the whole game, and how it is shared out.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    left: Duration,
    /// When the turn under way began.
    running_since: Option<Instant>,
}

/// What a judge gives a player for all answers of a game.
const WHOLE_GAME: Duration = Duration::from_secs(30);

/// Kept back for the start of the process and the way to the judge and back, which its clock counts
/// and ours does not see: some milliseconds for each of up to 400 answers.
const RESERVE: Duration = Duration::from_millis(2500);

/// Into how many decisions the time left is divided.
const DECISIONS: u32 = 70;

/// The share of a decision's time after which no iteration begins, in percent: another one takes
/// some times as long as the last.
const SOFT_PERCENT: u32 = 50;

impl Default for Clock {
    fn default() -> Clock {
        Clock { left: WHOLE_GAME - RESERVE, running_since: None }
    }
}

impl Clock {
    /// Starts with a turn whose first byte arrived at `started`.
    pub(crate) fn start(&mut self, started: Instant) {
        self.running_since = Some(started);
    }

    /// Stops as the answer goes out, however it came about.
    pub(crate) fn stop(&mut self, now: Instant) {
        let used = self.running_since.take().map(|started| now.saturating_duration_since(started));
        self.left = self.left.saturating_sub(used.unwrap_or_default());
    }

    /// Returns the limits of a decision that begins now.
    pub(crate) fn limits(&self, now: Instant) -> Limits {
        let time = self.left / DECISIONS;
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
            let limits = clock.limits(now);
            assert!(limits.soft.unwrap() <= limits.hard.unwrap());
            clock.start(now);
            now = limits.hard.unwrap();
            clock.stop(now);
        }
        assert!(now - start < WHOLE_GAME - RESERVE, "{:?}", now - start);
        assert!(now - start > Duration::from_secs(27));
    }

    #[test]
    fn an_answer_that_took_too_long_leaves_nothing_but_no_panic() {
        let mut clock = Clock::default();
        let now = Instant::now();
        clock.start(now);
        clock.stop(now + Duration::from_secs(100));
        clock.stop(now + Duration::from_secs(200));
        assert_eq!(clock.limits(now).hard, Some(now));
    }
}
