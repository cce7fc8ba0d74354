//! Game whose bot SPSA can tune, without the types of the game: the interface of the command line.

use std::path::PathBuf;

use crate::climb::{Climb, ClimbError, Climbed};
use crate::evaluator::Evaluator;

/// Game that SPSA can tune by self-play, for the command line.
pub trait ClimbingGame: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns the path of the file that declares the weights, relative to the root of the
    /// workspace.
    fn source(&self) -> PathBuf;

    /// Tunes the weights by SPSA. Calls `progress` with the share that is done, from 0 to 1.
    fn climb(&self, plan: &Climb, progress: &(dyn Fn(f64) + Sync)) -> Climbed;

    /// Tunes the search parameters with these names ([`search::Params::LIST`]) by SPSA, with this
    /// evaluator. Starts at the values of the bot. Calls `progress` with the share that is done,
    /// from 0 to 1.
    ///
    /// # Errors
    ///
    /// The evaluator does not support the game, or a name is unknown or occurs twice.
    fn climb_search(
        &self,
        plan: &Climb,
        evaluator: &Evaluator,
        tunables: &[String],
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Climbed, ClimbError>;
}
