//! Game whose bot can evaluate by an NNUE network, without the types of the game: the interface of
//! the command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::samples::{Filter, Samples, SamplesError};

/// Game whose bot can evaluate by a network, for the command line.
pub trait NetworkGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file with the bot's network, relative to the root of the workspace.
    fn source(&self) -> PathBuf;

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
