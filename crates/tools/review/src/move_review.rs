//! Review of one recorded move.

use search::score::PROVEN;
use serde::Serialize;
use utoipa::ToSchema;

use crate::game_to_review::{GameToReview, Turn};
use crate::mark::Mark;
use crate::move_search::MoveSearch;

/// Share of the judge's limit beyond which an answer is late: the player was in time trouble.
pub const LATE: f64 = 0.95;

/// Review of a recorded move. Expected points are from the view of its player, 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveReview {
    /// Searches of the best move and of the recorded one.
    #[serde(flatten)]
    pub search: MoveSearch,
    /// Expected points before the move.
    pub before: f64,
    /// Expected points after the move.
    pub after: f64,
    /// Expected points that the move loses.
    pub loss: f64,
    /// Mark of a bad move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// True if the move gave a proven win away.
    pub is_missed_win: bool,
    /// True if the answer was late: its player was in time trouble.
    pub is_late: bool,
}

impl MoveReview {
    pub(crate) fn new(game: &GameToReview, turn: &Turn, search: MoveSearch) -> MoveReview {
        let [before, after] =
            [search.best_score, search.score].map(|score| game.expectation.of(score));
        let loss = (before - after).max(0.0);
        MoveReview {
            before,
            after,
            loss,
            mark: Mark::of(loss),
            is_missed_win: search.best_score >= PROVEN && loss >= Mark::Inaccuracy.threshold(),
            is_late: turn.time_us.is_some_and(|(time, limit)| time as f64 > LATE * limit as f64),
            search,
        }
    }
}
