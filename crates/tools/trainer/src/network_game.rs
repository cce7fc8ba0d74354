//! Interface of a game whose bot can evaluate by an NNUE network: [`GameWithNetwork`] with the
//! types of the game, [`NetworkGame`] without them, for the command line.

use std::path::PathBuf;
use std::time::Duration;

use nn::Features;
use search::{Evaluate, MoveOrder, Score, Tactics};

use crate::samples::{Filter, Samples, SamplesError};
use crate::tunable_game::GameWithWeights;

/// Game whose bot accepts any evaluation, a network among them.
pub(crate) trait GameWithNetwork: GameWithWeights {
    /// Features: the sparse inputs of the network.
    type Features: Features<Self::Position> + Send + Sync + 'static;
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
    /// Path of the file with the bot's network, relative to the root of the workspace.
    const NETWORK_SOURCE: &'static str;

    /// Returns the engine of the bot with another evaluation.
    fn engine_with<V: Evaluate<Self::Position> + 'static>(evaluation: V) -> Self::EngineWith<V>;
}

/// Game whose bot can evaluate by a network, for the command line.
pub trait NetworkGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file with the bot's network, relative to the root of the workspace.
    fn source(&self) -> &'static str;

    /// Returns the time of the bot for a move on the judge's server, after the first move.
    fn turn(&self) -> Duration;

    /// Returns the default weight of the search score in a target, from 0 to 1.
    fn lambda(&self) -> f32;

    /// Reads the training samples of shards, in order. `lambda`, from 0 to 1, is the weight of the
    /// search score in a target. The rest is the result of the game.
    ///
    /// # Errors
    ///
    /// A file cannot be read or holds another game, a game has an illegal move, or there are too
    /// few samples.
    fn read_samples(
        &self,
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError>;
}
