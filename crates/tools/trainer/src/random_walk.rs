//! Uniformly random legal moves, one or several in a row.

use fastrand::Rng;
use gamekit::Position;

/// Plays up to `plies` random moves from `pos`, and returns the position that they lead to. There
/// are fewer moves if a position has none.
pub fn random_walk<P: Position>(mut pos: P, plies: usize, rng: &mut Rng) -> (P, Vec<P::Move>) {
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let Some(mv) = random_move(&pos, rng) else { break };
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    (pos, moves)
}

/// Draws a legal move; `None` if there is none.
pub fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
    let count = pos.legal_move_count();
    if count == 0 {
        return None;
    }
    let mut before_it = rng.usize(..count);
    let mut drawn = None;
    pos.legal_moves(|mv| {
        if before_it == 0 && drawn.is_none() {
            drawn = Some(mv);
        }
        before_it = before_it.saturating_sub(1);
    });
    drawn
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;

    use super::*;

    #[test]
    fn every_legal_move_is_drawn_sooner_or_later() {
        let (pos, mut rng) = (breakthrough::Position::initial(), Rng::with_seed(1));
        let mut drawn: Vec<String> =
            (0..1000).map(|_| random_move(&pos, &mut rng).unwrap().to_string()).collect();
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), 22);
    }
}
