//! Baseline players inside this process: random, greedy, UCT, and those of a single game.

use std::num::NonZeroU32;
use std::time::Duration;

use fastrand::Rng;
use gamekit::Position;
use serde::{Deserialize, Serialize};
use trainer::random_move;

/// Baseline player inside this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Baseline {
    /// Plays any legal move, all equally likely.
    Random,
    /// Plays the move after which the bot's static evaluation is best for the player (no search).
    Greedy,
    /// Plays by plain tree search with random playouts (UCT, a form of MCTS).
    Uct(Effort),
    /// Plays one game only.
    Own(OwnName),
}

/// Name of a baseline that plays one game only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnName(pub(crate) &'static str);

/// Budget of a tree search for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Number of playouts per move.
    Iterations(NonZeroU32),
    /// Almost the whole limit of the turn; with a clock for the whole game, a share of it.
    Time,
}

/// Description of a baseline that plays one game only, for the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaselineInfo {
    /// The name.
    pub name: &'static str,
    /// A few words about its play.
    pub about: &'static str,
}

/// Baseline that plays one game only.
pub struct OwnBaseline<P> {
    /// The name and description.
    pub info: BaselineInfo,
    /// Makes the player. The generator is the source of all randomness in its play.
    pub make: fn(Rng) -> Box<dyn Choose<P>>,
}

impl<P> OwnBaseline<P> {
    /// Returns the baseline with this name and description.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        make: fn(Rng) -> Box<dyn Choose<P>>,
    ) -> OwnBaseline<P> {
        OwnBaseline { info: BaselineInfo { name, about }, make }
    }
}

/// Chooses a legal move within a time limit.
pub trait Choose<P: Position> {
    /// Returns the chosen move; `None` if there is no legal move.
    fn choose(&mut self, pos: &P, limit: Duration) -> Option<P::Move>;
}

impl<P: Position> Choose<P> for Rng {
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
        random_move(pos, self)
    }
}
