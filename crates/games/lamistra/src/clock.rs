use std::time::{Duration, Instant};

use search::Limits;

/// What is left of the time for the whole game, and how it is shared out.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    left: Duration,
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
        Clock { left: WHOLE_GAME - RESERVE }
    }
}

impl Clock {
    /// Returns the limits of a decision that begins now.
    pub(crate) fn limits(&self, now: Instant) -> Limits {
        let time = self.left / DECISIONS;
        Limits {
            soft: Some(now + time * SOFT_PERCENT / 100),
            hard: Some(now + time),
            ..Limits::NONE
        }
    }

    /// Counts what an answer took.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_200_steps_and_as_many_names_never_runs_out_of_time() {
        let mut clock = Clock::default();
        let now = Instant::now();
        let mut spent = Duration::ZERO;
        for _ in 0..400 {
            let limits = clock.limits(now);
            let time = limits.hard.unwrap() - now;
            assert!(limits.soft.unwrap() <= limits.hard.unwrap());
            spent += time;
            clock.spend(time);
        }
        assert!(spent < WHOLE_GAME - RESERVE, "{spent:?}");
        assert!(spent > Duration::from_secs(27));
    }

    #[test]
    fn an_answer_that_took_too_long_leaves_nothing_but_no_panic() {
        let mut clock = Clock::default();
        clock.spend(Duration::from_secs(100));
        let now = Instant::now();
        assert_eq!(clock.limits(now).hard, Some(now));
    }
}
