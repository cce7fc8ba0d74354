//! General knowledge about players: prior probabilities from setups, and habits of ranks.

use gamekit::Player;

use super::behaviour::{Behaviour, Habit};
use super::habits::HABITS;
use super::prior::{home_odds, NEUTRAL};
use super::Odds;
use crate::rank::Rank;
use crate::square::Square;

/// General knowledge about players, in addition to the facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// True if the starting square of a piece counts.
    pub knows_setups: bool,
    /// Habits of ranks.
    pub habits: Habits,
}

impl Knowledge {
    /// No knowledge: each possible rank of a piece is weighted by the number of pieces of that
    /// rank.
    pub const NONE: Knowledge = Knowledge { knows_setups: false, habits: Habits::NONE };
    /// The usual starting squares of ranks.
    pub const SETUPS: Knowledge = Knowledge { knows_setups: true, habits: Habits::NONE };
    /// The usual starting squares of ranks, and their habits.
    pub const ALL: Knowledge = Knowledge { knows_setups: true, habits: HABITS };

    pub(super) fn prior(&self, owner: Player, home: Option<Square>, broad: i32) -> Odds {
        match home {
            Some(home) if self.knows_setups => home_odds(owner, home, broad),
            _ => NEUTRAL,
        }
    }
}

/// Log-likelihood ratio of each [`Habit`] for each column, relative to the average of the columns:
/// thousandths of a bit (base-2 logarithm).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits(pub [[i16; Rank::COUNT]; Habit::COUNT]);

impl Habits {
    /// No habits: all ranks behave alike.
    pub const NONE: Habits = Habits([[0; Rank::COUNT]; Habit::COUNT]);

    pub(super) fn weigh(&self, seen: &Behaviour, evidence: &mut Odds) {
        let habit = &self.0[seen.habit as usize];
        for (rank, evidence) in Rank::ALL.into_iter().zip(evidence) {
            *evidence += f32::from(habit[seen.column(rank)]) / 1000.0;
        }
    }
}
