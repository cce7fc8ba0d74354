//! Searches of one recorded move: what a review keeps of them.

use boards::{Arrow, Comparison, PvView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Searches of the position before a recorded move: the best move, and the recorded one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveSearch {
    /// Best move in the notation of the judge.
    pub best: String,
    /// Labels of its principal variation for readers, the best move first.
    pub line: Vec<String>,
    /// Arrow of the best move, if it moves a piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrow: Option<Arrow>,
    /// Score of the best move in centi-pieces from the view of the player. A score of at least
    /// 31,000 is a proven win in (32,000 − score) plies.
    pub best_score: i32,
    /// Score of the recorded move.
    pub score: i32,
    /// Depth of the search of the best move, in plies.
    pub depth: usize,
}

impl MoveSearch {
    /// Returns what a review keeps of a comparison.
    pub(crate) fn of(comparison: Comparison<PvView>) -> MoveSearch {
        let Comparison { best, other } = comparison;
        MoveSearch {
            best: best.mv,
            line: best.labels,
            arrow: best.arrows.first().copied(),
            best_score: best.score,
            score: other.score,
            depth: best.depth,
        }
    }
}
