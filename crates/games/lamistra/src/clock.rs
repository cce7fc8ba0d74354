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

/// Reserve for the process start and for a few long interruptions by other processes.
const RESERVE: Duration = Duration::from_millis(2500);

/// Time counted for each answer in addition to that of the bot, since the judge's clock also runs
/// while lines are sent, and while the bot's process waits for a processor after a line arrived.
const PER_ANSWER: Duration = Duration::from_millis(10);

/// Own steps that the bot expects not to need in a new game: half of its games against itself are
/// over after 112 own steps.
const UNUSED_STEPS: u32 = 85;

/// Least number of own steps that the bot expects, as long as the game may last so long: its games
/// that are not over after 80 own steps take 43 more on average, those not over after 120 take 33.
const LEAST_STEPS: u32 = 40;

/// Decisions that share the time left, per expected step, in percent. Names are decisions too, but
/// most decisions end before their time is over.
const DECISIONS_PERCENT: u32 = 70;

/// Least number of decisions that share the time left, since the last steps may need names.
const LEAST_DECISIONS: u32 = 10;

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
        self.left = self.left.saturating_sub(used.unwrap_or_default() + PER_ANSWER);
    }

    /// Returns the limits of a share of a decision, in percent, that begins now, in a game in which
    /// the player has at most `steps_left` steps left.
    pub(crate) fn limits(&self, now: Instant, steps_left: u32, percent: u32) -> Limits {
        let left = self.left.saturating_sub(PER_ANSWER * steps_left);
        let time = left / decisions(steps_left) * percent / 100;
        Limits {
            soft: Some(now + time * SOFT_PERCENT / 100),
            hard: Some(now + time),
            ..Limits::NONE
        }
    }
}

/// Returns the number of decisions that share the time left when a player has at most `steps_left`
/// steps left.
fn decisions(steps_left: u32) -> u32 {
    let expected = steps_left.min(steps_left.saturating_sub(UNUSED_STEPS).max(LEAST_STEPS));
    (expected * DECISIONS_PERCENT / 100).max(LEAST_DECISIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game in which every step is followed by `names` names and every decision takes
    /// `percent` of its time. Returns the time used after each step, in seconds.
    fn used(names: u32, percent: u32) -> Vec<f64> {
        let mut clock = Clock::default();
        let start = Instant::now();
        let mut now = start;
        let mut after_step = |steps_left| {
            for _ in 0..=names {
                let limits = clock.limits(now, steps_left, 100);
                assert!(limits.soft.unwrap() <= limits.hard.unwrap());
                clock.start(now);
                now += (limits.hard.unwrap() - now) * percent / 100;
                clock.stop(now);
            }
            (now - start).as_secs_f64()
        };
        (0..200).rev().map(|left| after_step(left + 1)).collect()
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        // A player answers at most twice between two steps: by a name and by a step.
        for names in 0..=1 {
            let longest = *used(names, 100).last().unwrap();
            let unseen = PER_ANSWER * 200 * (names + 1);
            let allowed = WHOLE_GAME - RESERVE / 2 - unseen;
            assert!(longest < allowed.as_secs_f64(), "{longest}");
        }
    }

    #[test]
    fn little_time_is_left_at_the_end_of_usual_and_of_long_games() {
        let used = used(0, 70);
        assert!((19.0..25.0).contains(&used[111]), "{}", used[111]);
        assert!(used[199] > 25.0, "{}", used[199]);
        // The first steps get no more time than those in the middle of the game.
        assert!(used[9] < 3.0, "{}", used[9]);
    }

    #[test]
    fn the_number_of_decisions_follows_the_steps_left() {
        assert_eq!([200, 150, 125, 100, 40, 20, 1].map(decisions), [80, 45, 28, 28, 28, 14, 10]);
    }

    #[test]
    fn a_late_answer_uses_up_the_time_without_a_panic() {
        let mut clock = Clock::default();
        let now = Instant::now();
        clock.start(now);
        clock.stop(now + Duration::from_secs(100));
        clock.stop(now + Duration::from_secs(200));
        assert_eq!(clock.limits(now, 200, 100).hard, Some(now));
    }
}
