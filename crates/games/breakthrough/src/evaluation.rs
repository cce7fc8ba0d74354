//! What a position is worth: material, advancement and structure. A piece is worth about 100.

use gamekit::Square;

use crate::board::{
    ahead_left, ahead_right, attacks, attacks_downwards, attacks_downwards_twice, fill_down, rank,
    widen, widen_left,
};
use crate::Position;

/// The worth of a piece on each rank of files a to d, as its owner sees the board; files e to h
/// mirror them.
///
/// The centre is worth more than the edge, c1 and f1 guard the home rank, and from the fourth rank
/// on every step counts. A piece on the sixth is often lost for nothing, but see [`VANGUARD`].
const PIECE: [[i32; 4]; 8] = [
    [35, 113, 127, 44],
    [72, 60, 66, 63],
    [84, 82, 69, 63],
    [107, 102, 90, 77],
    [144, 123, 135, 124],
    [144, 158, 135, 132],
    [250, 250, 250, 250],
    [0, 0, 0, 0],
];

/// The worth of moving next.
const TEMPO: i32 = 8;
/// Having a piece on the sixth rank.
const VANGUARD: i32 = 30;
/// Two pieces side by side.
const PHALANX: i32 = 7;
/// A piece attacked twice and guarded once: it falls, in the end.
const OVERLOADED: i32 = 8;
/// A piece that can be captured for nothing.
const HANGING: i32 = 0;
/// A piece on the third, fourth and fifth rank with no enemy ahead on its file or those beside it.
const PASSED: [(u32, i32); 3] = [(3, 45), (4, 85), (5, 125)];

/// Returns what the piece of the side to move on `sq` is worth.
#[inline]
pub(crate) fn own_piece(sq: Square) -> i32 {
    let (rank, file) = (usize::from(sq.rank()), usize::from(sq.file()));
    PIECE[rank][file.min(7 - file)]
}

/// Returns what the other side's piece on `sq` is worth.
#[inline]
pub(crate) fn enemy_piece(sq: Square) -> i32 {
    own_piece(sq.flipped())
}

/// Returns the worth of `pos` for the side to move, whose pieces are worth `balance` more than the
/// other side's.
#[inline]
pub(crate) fn evaluate(pos: &Position, balance: i32) -> i32 {
    let other = pos.passed();
    balance + TEMPO + structure(pos.own(), pos.opponent())
        - structure(other.own(), other.opponent())
}

/// Returns what the arrangement of `own` pieces is worth against that of the `enemy`.
#[inline]
fn structure(own: u64, enemy: u64) -> i32 {
    let count = |set: u64| set.count_ones() as i32;
    let guarded = attacks(own);
    let guarded_twice = ahead_left(own) & ahead_right(own);
    let attacked = attacks_downwards(enemy);
    let attacked_twice = attacks_downwards_twice(enemy);
    let passed = own & !widen(fill_down(enemy >> 8));
    let mut worth = PHALANX * count(own & widen_left(own))
        - HANGING * count(own & attacked & !guarded)
        - OVERLOADED * count(own & attacked_twice & guarded & !guarded_twice);
    for (number, bonus) in PASSED {
        worth += bonus * count(passed & rank(number));
    }
    if own & rank(6) != 0 {
        worth += VANGUARD;
    }
    worth
}
