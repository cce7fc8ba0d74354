//! Input features of the NNUE network for Breakthrough.

use gamekit::{squares, Player, Position as _, Square};
use nn::Change;

use crate::board::rank;
use crate::moves::Move;
use crate::position::Position;

/// Input features of Breakthrough: the squares of the pieces of either side.
///
/// Pieces that have one or two steps to go are left out: they are a threat or a win, and the search
/// never evaluates a position in which the side to move is threatened or could win at once. That
/// leaves 48 squares for each side.
#[derive(Clone, Copy, Debug)]
pub struct Features;

/// Squares with an input, from the perspective of the piece's owner.
const COUNTED: u64 = !(rank(7) | rank(8));

/// Number of squares with an input.
const SQUARES: usize = COUNTED.count_ones() as usize;

/// Number of output buckets.
const BUCKETS: usize = 8;

/// Number of pieces in a bucket's range. The first bucket has the rest of 32.
const BUCKET_PIECES: usize = 3;

impl nn::Features<Position> for Features {
    /// A side's own pieces, then the enemy's, each by its square from its owner's perspective.
    const INPUTS: usize = 2 * SQUARES;

    const BUCKETS: usize = BUCKETS;

    /// The identity and the reflection that exchanges left and right.
    const SYMMETRIES: usize = 2;

    /// Returns the bucket by the number of pieces: up to 11, up to 14, ..., up to 32.
    #[inline]
    fn bucket(pos: &Position) -> usize {
        // An illegal move that a judge lists can add a piece.
        let captured = 32_u32.saturating_sub((pos.own() | pos.opponent()).count_ones()) as usize;
        (BUCKETS - 1).saturating_sub(captured / BUCKET_PIECES)
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        for owner in Player::BOTH {
            for sq in squares(pieces(pos, owner) & COUNTED) {
                visit(inputs(sq, owner)[side.index()]);
            }
        }
    }

    #[inline]
    fn changes(before: &Position, mv: Move, _: &Position, mut visit: impl FnMut(Change)) {
        let Move { from, to } = before.as_written(mv);
        let mover = before.side_to_move();
        let taken = to.flipped();
        if from.bit() & COUNTED != 0 {
            visit(Change::Off(inputs(from, mover)));
        }
        if to.bit() & COUNTED != 0 {
            visit(Change::On(inputs(to, mover)));
        }
        if before.opponent() & to.bit() != 0 && taken.bit() & COUNTED != 0 {
            visit(Change::Off(inputs(taken, mover.opponent())));
        }
    }

    fn mirrored(input: usize, symmetry: usize) -> usize {
        // The last three bits are the file.
        if symmetry == 0 {
            input
        } else {
            input ^ 7
        }
    }
}

/// Returns the pieces of `owner` from its perspective.
#[inline]
fn pieces(pos: &Position, owner: Player) -> u64 {
    if owner == pos.side_to_move() {
        pos.own()
    } else {
        pos.opponent().swap_bytes()
    }
}

/// Returns the inputs of both perspectives for a piece of `owner`, which sees it on `sq`.
#[inline]
fn inputs(sq: Square, owner: Player) -> [usize; 2] {
    Player::BOTH.map(|side| if owner == side { sq.index() } else { SQUARES + sq.index() })
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;
    use nn::Features as _;

    use super::*;

    #[test]
    fn a_piece_too_many_is_in_the_bucket_of_all_pieces() {
        let mut pos = Position::initial();
        pos.play_unchecked("c4c5".parse().unwrap());
        assert_eq!((pos.own() | pos.opponent()).count_ones(), 33);
        assert_eq!(Features::bucket(&pos), BUCKETS - 1);
    }
}
