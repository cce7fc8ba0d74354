//! Game whose bot plays itself with other weights or search parameters, without the types of the
//! game: the interface of the command line.

use std::path::PathBuf;

use crate::duel::{Duel, DuelError};
use crate::evaluator::Evaluator;
use crate::spsa::{SpsaError, SpsaResult, SpsaRun};

/// Game whose bot plays itself with other weights or search parameters, for the command line: SPSA
/// tunes them, and a duel compares two.
pub trait SpsaGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file that declares the weights, relative to the root of the
    /// workspace.
    fn source(&self) -> PathBuf;

    /// Tunes the weights by SPSA.
    fn spsa_weights(&self, run: &SpsaRun<'_>) -> SpsaResult;

    /// Tunes the search parameters with these names ([`search::Params::LIST`]) by SPSA, with this
    /// evaluator. Starts at the values of the bot.
    ///
    /// # Errors
    ///
    /// The evaluator does not support the game, or a name is unknown or occurs twice.
    fn spsa_search(
        &self,
        run: &SpsaRun<'_>,
        evaluator: &Evaluator,
        tunables: &[String],
    ) -> Result<SpsaResult, SpsaError>;

    /// Plays a game pair from each opening, with colours swapped in the second game, on all cores.
    /// Returns the points of the first player in each pair, from 0 to 2.
    ///
    /// # Errors
    ///
    /// An evaluator does not support the game, a tunable is unknown, or an opening is illegal.
    fn play_pairs(&self, duel: &Duel<'_>, openings: &[Vec<String>]) -> Result<Vec<f64>, DuelError>;
}
