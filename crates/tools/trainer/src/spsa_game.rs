//! Game whose bot SPSA can tune, without the types of the game: the interface of the command line.

use std::path::PathBuf;

use crate::evaluator::Evaluator;
use crate::spsa::{SpsaError, SpsaResult, SpsaRun};

/// Game that SPSA can tune by self-play, for the command line.
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
}
