//! Test positions from the turning points of reviewed games.

use rayon::iter::ParallelIterator as _;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _};
use registry::TestPosition;

use crate::game_review::GameReview;
use crate::game_to_review::GameToReview;
use crate::reviewer::ReviewPlan;

/// Returns a test position for each game with a turning point: the moves that solve it lose less
/// than an inaccuracy, and the recorded move fails. The searches have the limit of the plan.
#[must_use]
pub fn turning_points(plan: &ReviewPlan<'_>, reviews: &[GameReview]) -> Vec<TestPosition> {
    let games = plan.games.par_iter().zip(reviews);
    games.filter_map(|((game, _), review)| turning_point(plan, game, review)).collect()
}

fn turning_point(
    plan: &ReviewPlan<'_>,
    game: &GameToReview,
    review: &GameReview,
) -> Option<TestPosition> {
    let ply = review.turning_point?;
    let played = &game.turns[ply].mv;
    let mut best = game.good_moves(ply, &plan.effort.task(plan.stop));
    best.retain(|mv| mv != played);
    Some(TestPosition {
        game: game.game.name().to_owned(),
        moves: game.moves_before(ply),
        best,
        avoid: vec![played.clone()],
        comment: format!("{}, ply {}, {}", game.source, ply + 1, plan.effort),
    })
}
