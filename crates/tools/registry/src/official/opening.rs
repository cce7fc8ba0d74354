//! Random openings of a game, and the positions in which a game may begin.

use fastrand::Rng;
use gamekit::Position;

use super::OfficialGame;
use crate::random_move::random_move;

/// Number of attempts to draw a random walk that does not end the game.
const ATTEMPTS: usize = 1000;

/// Draws `plies` random moves from the start that do not end the game and leave no move incomplete.
///
/// `None` if a thousand random walks have all failed.
pub(crate) fn random_opening<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    (0..ATTEMPTS).find_map(|_| random_walk::<G>(plies, rng))
}

fn random_walk<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    let mut pos = G::initial();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = random_move(&pos, rng)?;
        moves.push(mv.to_string());
        pos.play_unchecked(mv);
    }
    may_begin::<G>(&pos).then_some(moves)
}

/// Returns whether a game may begin in `pos`, after an opening.
pub(crate) fn may_begin<G: OfficialGame>(pos: &G::Position) -> bool {
    pos.outcome().is_none() && pos.legal_move_count() > 0 && G::is_between_moves(pos)
}
