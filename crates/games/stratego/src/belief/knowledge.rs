use gamekit::Player;

use super::behaviour::{Behaviour, Habit};
use super::habits::HABITS;
use super::prior::{home_odds, NEUTRAL};
use super::Odds;
use crate::rank::Rank;
use crate::square::Square;

/// What is known of players in general, beside the facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whether it counts on which square a piece began.
    pub knows_setups: bool,
    /// How ranks behave.
    pub habits: Habits,
}

impl Knowledge {
    /// Nothing: every rank that a piece can have is as likely as there are pieces of it.
    pub const NONE: Knowledge = Knowledge { knows_setups: false, habits: Habits::NONE };
    /// Where ranks use to begin.
    pub const SETUPS: Knowledge = Knowledge { knows_setups: true, habits: Habits::NONE };
    /// Where ranks use to begin, and how they behave.
    pub const ALL: Knowledge = Knowledge { knows_setups: true, habits: HABITS };

    pub(super) fn prior(&self, owner: Player, home: Option<Square>) -> Odds {
        match home {
            Some(home) if self.knows_setups => home_odds(owner, home),
            _ => NEUTRAL,
        }
    }
}

/// For each [`Habit`] and column, how likely it is there against other columns: thousandths of the
/// logarithm to base 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits(pub [[i16; Rank::COUNT]; Habit::COUNT]);

impl Habits {
    /// All ranks behave alike.
    pub const NONE: Habits = Habits([[0; Rank::COUNT]; Habit::COUNT]);

    pub(super) fn weigh(&self, seen: &Behaviour, evidence: &mut Odds) {
        let habit = &self.0[seen.habit as usize];
        for (rank, evidence) in Rank::ALL.into_iter().zip(evidence) {
            *evidence += f32::from(habit[seen.column(rank)]) / 1000.0;
        }
    }
}
