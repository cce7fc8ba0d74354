//! General knowledge about players: prior probabilities from setups, and habits of ranks.

use gamekit::Player;

use super::habits::{bot, pool, Habits};
use super::prior::{home_odds, NEUTRAL};
use super::Odds;
use crate::square::Square;

/// General knowledge about players, in addition to the facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// True if the starting square of a piece counts.
    pub knows_setups: bool,
    /// Styles of play, each with its habits of ranks; at least one.
    pub styles: &'static [Habits],
}

impl Knowledge {
    /// No knowledge: each possible rank of a piece is weighted by the number of pieces of that
    /// rank.
    pub const NONE: Knowledge = Knowledge { knows_setups: false, styles: &[Habits::NONE] };
    /// The usual starting squares of ranks.
    pub const SETUPS: Knowledge = Knowledge { knows_setups: true, styles: &[Habits::NONE] };
    /// The usual starting squares of ranks, and their habits: those of a player without any, of
    /// the bot, and of a pool of other players.
    pub const ALL: Knowledge =
        Knowledge { knows_setups: true, styles: &[Habits::NONE, bot::HABITS, pool::HABITS] };

    pub(super) fn prior(&self, owner: Player, home: Option<Square>, broad: i32) -> Odds {
        match home {
            Some(home) if self.knows_setups => home_odds(owner, home, broad),
            _ => NEUTRAL,
        }
    }
}
