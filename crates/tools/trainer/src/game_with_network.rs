//! Game whose bot can evaluate by an NNUE network, with the types of the game.

use std::time::Duration;

use nn::Features;
use search::{Evaluate, MoveOrder, Score, Tactics};

use crate::game_with_weights::GameWithWeights;

/// Game whose bot accepts any evaluation, a network among them.
pub trait GameWithNetwork: GameWithWeights {
    /// Features: the sparse inputs of the network.
    type Features: Features<Self::Position> + Clone + Send + Sync + 'static;
    /// Engine of the bot with the evaluation `V`.
    type EngineWith<V: Evaluate<Self::Position> + 'static>: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + 'static;

    /// Returns the material balance for the side to move. `None` in games where it says little.
    const MATERIAL: Option<fn(&Self::Position) -> Score>;
    /// Returns `true` if a position is typical: a network that learns from it generalises to other
    /// positions.
    const IS_TYPICAL: fn(&Self::Position) -> bool;
    /// Default weight of the search score in a target, from 0 to 1. It is larger in games that are
    /// often drawn although one side has played better.
    const LAMBDA: f32;
    /// Time of the bot for a move on the judge's server, after the first move.
    const TURN: Duration;

    /// Returns the engine of the bot with another evaluation.
    fn engine_with<V: Evaluate<Self::Position> + 'static>(evaluation: V) -> Self::EngineWith<V>;
}
