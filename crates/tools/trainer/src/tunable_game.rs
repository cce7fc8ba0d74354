//! Game whose hand-crafted evaluation has weights, without the types of the game: the interface of
//! the command line.

use crate::evaluator::{Evaluator, EvaluatorError};
use crate::fit::{Fit, Fitted};
use crate::logistic::FitError;
use crate::shard::{PlayedGame, Shard, Watch};
use crate::spsa_game::SpsaGame;

/// Game with an evaluation whose weights can be tuned, for the command line.
pub trait TunableGame: SpsaGame {
    /// Fits the weights to self-play games by logistic regression. Calls `progress` with the share
    /// that is done, from 0 to 1.
    ///
    /// # Errors
    ///
    /// The games have too few quiet positions, or the optimiser fails.
    fn fit(&self, plan: &Fit, progress: &(dyn Fn(f64) + Sync)) -> Result<Fitted, FitError>;

    /// Plays the games of a shard on all cores. Returns `None` if `watch` requests a stop.
    ///
    /// # Errors
    ///
    /// The evaluator does not support the game.
    fn play_shard(
        &self,
        shard: &Shard,
        evaluator: &Evaluator,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<PlayedGame>>, EvaluatorError>;

    /// Searches all scored positions of games with so many nodes, on all cores. Returns the games
    /// with the new scores, `None` for one that the current rules forbid, or `None` for all if
    /// `watch` requests a stop.
    ///
    /// # Errors
    ///
    /// The evaluator does not support the game.
    fn relabel(
        &self,
        games: &[PlayedGame],
        evaluator: &Evaluator,
        nodes: u64,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Option<PlayedGame>>>, EvaluatorError>;
}
