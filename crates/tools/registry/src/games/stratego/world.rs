//! Determinization of a Stratego position: hidden ranks drawn at random.

use fastrand::Rng;
use gamekit::{Observe as _, Position as _};
use stratego::{Position, Rank, squares};

/// Returns a position that differs from `pos` only in the information that is hidden from the
/// player to move: the hidden ranks are dealt anew, and all consistent deals are equally likely. A
/// piece that has moved is neither a bomb nor the flag.
pub(super) fn determinize(pos: &Position, rng: &mut Rng) -> Position {
    let view = pos.view(pos.side_to_move());
    let mut ranks: Vec<Rank> = Vec::new();
    for rank in Rank::ALL {
        ranks.extend((0..view.hidden(rank)).map(|_| rank));
    }
    rng.shuffle(&mut ranks);
    let mut dealt = [None; stratego::Square::COUNT];
    // Pieces that have moved are dealt first: after that no restriction is left for the others.
    for sq in squares(view.hidden_squares() & view.moved()) {
        if let Some(index) = ranks.iter().position(|rank| rank.is_movable()) {
            dealt[sq.index()] = Some(ranks.remove(index));
        }
    }
    for sq in squares(view.hidden_squares() & !view.moved()) {
        dealt[sq.index()] = ranks.pop();
    }
    view.world(|sq| dealt[sq.index()].expect("there are as many hidden ranks as hidden pieces"))
}

#[cfg(test)]
mod tests {
    use gamekit::Player;
    use trainer::random_move;

    use super::*;

    /// Plays random games and calls `check` for some of their positions.
    fn for_positions(mut check: impl FnMut(&Position, &mut Rng)) {
        for seed in 0..6 {
            let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(seed));
            for ply in 0.. {
                let Some(mv) = random_move(&pos, &mut rng) else { break };
                if ply % 7 == 0 {
                    check(&pos, &mut rng);
                }
                pos.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn visible_information_is_unchanged() {
        for_positions(|pos, rng| {
            let determinized = determinize(pos, rng);
            let us = pos.side_to_move();
            assert_eq!(determinized.view(us), pos.view(us));
            assert_eq!(
                determinized.moved() & !determinized.movable(us.opponent()) & !pos.occupied(us),
                0
            );
        });
    }

    #[test]
    fn the_deal_does_not_depend_on_the_hidden_ranks() {
        let mut changed = 0;
        for_positions(|pos, rng| {
            let seed = rng.u64(..);
            let other = determinize(pos, rng);
            changed += usize::from(other != *pos);
            let deals = [pos, &other].map(|pos| determinize(pos, &mut Rng::with_seed(seed)));
            assert_eq!(deals[0], deals[1]);
        });
        assert!(changed > 100, "{changed}");
    }

    #[test]
    fn a_hidden_piece_gets_every_hidden_rank() {
        let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(1));
        while pos.is_setting_up(Player::Second) {
            let mv = random_move(&pos, &mut rng).unwrap();
            pos.play_unchecked(mv);
        }
        let corner = stratego::Square::new(99);
        let drawn: std::collections::HashSet<Rank> =
            (0..400).map(|_| determinize(&pos, &mut rng).rank_at(corner).unwrap()).collect();
        assert_eq!(drawn.len(), Rank::COUNT);
    }
}
