//! Random openings of a game, and the positions in which a game may begin.

use fastrand::Rng;
use gamekit::Position;
use trainer::random_walk;

use super::OfficialGame;

/// Number of attempts to draw a random walk that does not end the game.
const ATTEMPTS: usize = 1000;

/// Draws `plies` random moves from the start that do not end the game and leave no move incomplete.
///
/// `None` if a thousand random walks have all failed.
pub(crate) fn random_opening<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    (0..ATTEMPTS).find_map(|_| open_walk::<G>(plies, rng))
}

fn open_walk<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    let (pos, moves) = random_walk(G::initial(), plies, rng);
    let is_long = moves.len() == plies;
    (is_long && may_begin::<G>(&pos)).then(|| moves.iter().map(ToString::to_string).collect())
}

/// Returns whether a game may begin in `pos`, after an opening.
pub(crate) fn may_begin<G: OfficialGame>(pos: &G::Position) -> bool {
    pos.outcome().is_none() && pos.legal_move_count() > 0 && G::is_between_moves(pos)
}
