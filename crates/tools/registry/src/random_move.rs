//! Uniformly random legal moves.

use fastrand::Rng;
use gamekit::Position;

/// Draws a legal move; `None` if there is none.
pub(crate) fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
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
