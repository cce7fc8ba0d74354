//! Time control: the limits of a player's thinking time.

use std::fmt;
use std::time::Duration;

/// Limits of a player's thinking time: for each turn, and for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Limit of each player's own first turn.
    pub first: Duration,
    /// Limit of every later turn.
    pub then: Duration,
    /// Limit of all answers of a player together, like a chess clock: it runs only while the player
    /// is asked. `None` if only turns have limits.
    pub total: Option<Duration>,
}

impl TimeControl {
    /// Returns the time control with one limit for each player's first turn and one for every later
    /// turn.
    #[must_use]
    pub const fn per_turn(first: Duration, then: Duration) -> TimeControl {
        TimeControl { first, then, total: None }
    }

    /// Returns the time control with the same limit for every turn.
    #[must_use]
    pub const fn same_for_all(limit: Duration) -> TimeControl {
        TimeControl::per_turn(limit, limit)
    }

    /// Returns the time control that limits only the sum of a player's answers.
    #[must_use]
    pub const fn whole_game(total: Duration) -> TimeControl {
        TimeControl { first: total, then: total, total: Some(total) }
    }

    /// Returns the time control in which every answer may be late by `margin`. A clock for the
    /// whole game gets the margin once.
    #[must_use]
    pub const fn with_margin(self, margin: Duration) -> TimeControl {
        TimeControl {
            first: self.first.saturating_add(margin),
            then: self.then.saturating_add(margin),
            total: match self.total {
                Some(total) => Some(total.saturating_add(margin)),
                None => None,
            },
        }
    }

    /// Returns the time control with all limits multiplied by `factor`, which is not negative.
    #[must_use]
    pub fn scaled(self, factor: f64) -> TimeControl {
        TimeControl {
            first: self.first.mul_f64(factor),
            then: self.then.mul_f64(factor),
            total: self.total.map(|total| total.mul_f64(factor)),
        }
    }

    /// Returns the limit of a player's turn after `own_turns` own turns, which took the time `used`
    /// in total: the limit of the turn, or the time left on the clock if that is not more.
    #[must_use]
    pub fn limit(&self, own_turns: usize, used: Duration) -> TimeLimit {
        let of_turn = if own_turns == 0 { self.first } else { self.then };
        match self.total {
            Some(total) if total.saturating_sub(used) <= of_turn => {
                TimeLimit::Clock { left: total.saturating_sub(used), total }
            }
            _ => TimeLimit::Turn(of_turn),
        }
    }
}

/// Limit of the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// Limit of this turn alone.
    Turn(Duration),
    /// Time left on the player's clock for the whole game.
    Clock {
        /// The time left.
        left: Duration,
        /// The time at the start of the game.
        total: Duration,
    },
}

impl TimeLimit {
    /// Divisor of the time left on a clock for the whole game: an answer takes that fraction. The
    /// fractions become smaller and never use up the clock.
    const CLOCK_DIVISOR: u32 = 50;

    /// Returns the time within which the answer must have arrived.
    #[must_use]
    pub const fn time(self) -> Duration {
        match self {
            TimeLimit::Turn(time) | TimeLimit::Clock { left: time, .. } => time,
        }
    }

    /// Returns the rest of a turn's limit after the time `used`. A clock for the whole game is
    /// unchanged, since it already excludes that time.
    #[must_use]
    pub const fn after(self, used: Duration) -> TimeLimit {
        match self {
            TimeLimit::Turn(time) => TimeLimit::Turn(time.saturating_sub(used)),
            TimeLimit::Clock { .. } => self,
        }
    }

    /// Returns the time that an answer may take if time shall be left for later answers.
    #[must_use]
    pub fn share(self) -> Duration {
        match self {
            TimeLimit::Turn(time) => time,
            TimeLimit::Clock { left, .. } => left / TimeLimit::CLOCK_DIVISOR,
        }
    }
}

/// Writes the limit for a message such as "no answer within 100 ms".
impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeLimit::Turn(time) => write!(f, "{} ms", time.as_millis()),
            TimeLimit::Clock { left, total } => write!(
                f,
                "the {} ms that were left of {} ms for the whole game",
                left.as_millis(),
                total.as_millis()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[track_caller]
    fn check(time: TimeControl, own_turns: usize, used: u64, expected: &str) {
        assert_eq!(time.limit(own_turns, ms(used)).to_string(), expected);
    }

    #[test]
    fn a_limit_of_turns_does_not_look_at_the_time_used() {
        let time = TimeControl::per_turn(ms(1000), ms(100));
        check(time, 0, 0, "1000 ms");
        check(time, 1, 5000, "100 ms");
        check(time.with_margin(ms(20)), 1, 5000, "120 ms");
    }

    #[test]
    fn a_clock_leaves_the_time_that_is_not_used_yet() {
        let time = TimeControl::whole_game(ms(30_000));
        check(time, 0, 0, "the 30000 ms that were left of 30000 ms for the whole game");
        check(time, 9, 29_600, "the 400 ms that were left of 30000 ms for the whole game");
        check(time, 9, 30_001, "the 0 ms that were left of 30000 ms for the whole game");
    }

    #[test]
    fn a_margin_is_added_to_the_clock_once() {
        let time = TimeControl::whole_game(ms(30_000)).with_margin(ms(20));
        check(time, 0, 0, "the 30020 ms that were left of 30020 ms for the whole game");
        check(time, 9, 30_000, "the 20 ms that were left of 30020 ms for the whole game");
    }

    #[test]
    fn the_smaller_of_turn_limit_and_clock_counts() {
        let time = TimeControl { total: Some(ms(1000)), ..TimeControl::same_for_all(ms(300)) };
        check(time, 1, 600, "300 ms");
        check(time, 1, 800, "the 200 ms that were left of 1000 ms for the whole game");
    }

    #[test]
    fn the_lines_of_a_turn_share_its_limit_and_a_clock_is_unchanged() {
        let turn = TimeLimit::Turn(ms(1000));
        assert_eq!([0, 300, 2000].map(|used| turn.after(ms(used)).time()), [1000, 700, 0].map(ms));
        let clock = TimeLimit::Clock { left: ms(400), total: ms(30_000) };
        assert_eq!(clock.after(ms(300)), clock);
    }

    #[test]
    fn a_share_of_a_clock_leaves_time_for_later() {
        let clock = |left| TimeLimit::Clock { left: ms(left), total: ms(30_000) };
        assert_eq!([30_000, 100].map(|left| clock(left).share()), [ms(600), ms(2)]);
        assert_eq!(TimeLimit::Turn(ms(100)).share(), ms(100));
        assert_eq!([clock(100), TimeLimit::Turn(ms(5))].map(TimeLimit::time), [ms(100), ms(5)]);
    }
}
