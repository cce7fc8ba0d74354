//! Analysis of a whole recorded game: its review, move by move.

use std::num::NonZeroU64;

use records::Record;
use review::{Effort, GameToReview, ReviewProgress, review_game};
use search::StopFlag;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// Greatest number of nodes of each search.
const MAX_NODES: u64 = 200_000;

/// Request for the analysis of a recorded game.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameAnalysisRequest {
    /// Nodes of each search, 1 to 200,000.
    #[schema(value_type = u64)]
    pub nodes: NonZeroU64,
}

/// Analysis of a game that is ready to start.
pub struct GameAnalysis {
    game: GameToReview,
    effort: Effort,
}

impl GameAnalysisRequest {
    /// Checks the request.
    ///
    /// # Errors
    ///
    /// The number of nodes is too large, or the moves of the game cannot be judged.
    pub fn into_analysis(self, record: &Record) -> Result<GameAnalysis, Problem> {
        if self.nodes.get() > MAX_NODES {
            return Err(Problem::malformed(format!("`nodes` must be at most {MAX_NODES}")));
        }
        let game = GameToReview::new(record, String::new()).map_err(Problem::impossible)?;
        Ok(GameAnalysis { game, effort: Effort::Nodes(self.nodes) })
    }
}

impl GameAnalysis {
    /// Searches the moves one after the other until `stop` is raised, and calls `report` after each
    /// of them.
    pub fn run(&self, stop: StopFlag, report: &mut dyn FnMut(ReviewProgress)) {
        review_game(&self.game, self.effort, stop, report);
    }
}
