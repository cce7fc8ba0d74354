use std::path::PathBuf;
use std::time::Duration;

use nn::Features;
use search::{Evaluate, MoveOrder, Score, Tactics};

use crate::samples::{Filter, Samples, SamplesError};
use crate::tunable_game::GameWithWeights;

/// A game whose bot may judge by a network, or by whatever else is an evaluation.
pub(crate) trait GameWithNetwork: GameWithWeights {
    /// What the network is told of a position.
    type Features: Features<Self::Position> + Send + Sync + 'static;
    /// The bot's knowledge with another evaluation.
    type Judged<V: Evaluate<Self::Position> + 'static>: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + 'static;

    /// Counts pieces, for the side to move; `None` where that says little.
    const MATERIAL: Option<fn(&Self::Position) -> Score>;
    /// Tells whether a network would learn from a position what holds elsewhere, too.
    const IS_TYPICAL: fn(&Self::Position) -> bool;
    /// The usual share of a target that is what the search found: larger where games are drawn that
    /// one side has played better.
    const LAMBDA: f32;
    /// How long the bot thinks about a move at its judge.
    const TURN: Duration;
    /// The file of the workspace that holds the bot's network.
    const NETWORK_SOURCE: &'static str;

    /// Returns the bot's knowledge with another evaluation.
    fn judged_by<V: Evaluate<Self::Position> + 'static>(judge: V) -> Self::Judged<V>;
}

/// A game whose bot may judge by a network, as the command line sees it.
pub trait NetworkGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file that holds the bot's network, from the workspace's root.
    fn source(&self) -> &'static str;

    /// Returns how long the bot thinks about a move at its judge, after the first.
    fn turn(&self) -> Duration;

    /// Returns the share of a target that is what the search found unless something else is wanted,
    /// from 0 to 1.
    fn lambda(&self) -> f32;

    /// Reads the positions of shards, in their order. `lambda`, from 0 to 1, is the share of a
    /// target that is what the search found; the rest is how the game ended.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or holds another game, or too few positions.
    fn read_samples(
        &self,
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError>;
}
