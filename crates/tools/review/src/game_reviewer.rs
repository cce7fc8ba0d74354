//! Review of a single game move by move, for a reader who watches it.

use search::StopFlag;
use serde::Serialize;
use utoipa::ToSchema;

use crate::effort::Effort;
use crate::game_review::GameReview;
use crate::game_to_review::GameToReview;
use crate::move_search::MoveSearch;

/// Progress of the review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReviewProgress {
    /// Number of moves searched.
    pub done: usize,
    /// Number of moves that are judged.
    pub all: usize,
    /// Review of the moves searched so far.
    pub review: GameReview,
}

/// Searches the moves of a game one after the other on this thread, until `stop` is raised, and
/// calls `on_move` before the first one and after each. The review of all moves is that of
/// [`review_games`](crate::review_games).
pub fn review_game(
    game: &GameToReview,
    effort: Effort,
    stop: StopFlag,
    on_move: &mut dyn FnMut(ReviewProgress),
) {
    let plies: Vec<usize> = (0..game.turns.len()).filter(|&ply| game.is_judged(ply)).collect();
    let mut searches = vec![None; game.turns.len()];
    let mut report = |done, searches: &[Option<MoveSearch>]| {
        let review = GameReview::new(game, effort, searches);
        on_move(ReviewProgress { done, all: plies.len(), review });
    };
    report(0, &searches);
    for (index, &ply) in plies.iter().enumerate() {
        let comparison = game.compare(ply, effort, stop);
        if stop.is_raised() {
            return;
        }
        searches[ply] = comparison.map(MoveSearch::of);
        report(index + 1, &searches);
    }
}
