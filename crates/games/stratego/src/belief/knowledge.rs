//! General knowledge about players: prior probabilities from setups, and styles of play.

use gamekit::Player;

use super::habits::{bot, pool, Habits};
use super::network::{Network, NETWORK};
use super::prior::{home_odds, NEUTRAL};
use super::Odds;
use crate::square::Square;

/// Style of play: what the behaviour of a piece says about its rank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Style {
    /// All ranks behave alike.
    Plain,
    /// A style whose habits were counted.
    Counted(&'static Habits),
    /// The style of this number in a network.
    Learned(&'static Network, usize),
}

/// General knowledge about players, in addition to the facts of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Knowledge {
    /// True if the starting square of a piece counts.
    pub knows_setups: bool,
    /// Styles of play that a player may have; at least one.
    pub styles: &'static [Style],
}

impl Knowledge {
    /// No knowledge: each possible rank of a piece is weighted by the number of pieces of that
    /// rank.
    pub const NONE: Knowledge = Knowledge { knows_setups: false, styles: &[Style::Plain] };
    /// The usual starting squares of ranks.
    pub const SETUPS: Knowledge = Knowledge { knows_setups: true, styles: &[Style::Plain] };
    /// The usual starting squares of ranks, and their behaviour in all styles of play that the bot
    /// knows.
    pub const ALL: Knowledge =
        Knowledge { knows_setups: true, styles: &Knowledge::styles(&NETWORK) };

    /// Returns the plain style of play, those whose habits were counted, and those of a network.
    #[must_use]
    pub const fn styles(network: &'static Network) -> [Style; 3 + Network::STYLES] {
        let mut styles = [Style::Plain; 3 + Network::STYLES];
        styles[1] = Style::Counted(&bot::HABITS);
        styles[2] = Style::Counted(&pool::HABITS);
        let mut style = 0;
        while style < Network::STYLES {
            styles[3 + style] = Style::Learned(network, style);
            style += 1;
        }
        styles
    }

    pub(super) fn prior(&self, owner: Player, home: Option<Square>, broad: i32) -> Odds {
        match home {
            Some(home) if self.knows_setups => home_odds(owner, home, broad),
            _ => NEUTRAL,
        }
    }
}
