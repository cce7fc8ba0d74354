//! What a position is worth: material, advancement and structure.

use gamekit::Square;

use crate::board::{attacks, attacks_downwards};
use crate::Position;

/// The worth of a piece on each rank and file, as its owner sees the board, a1 first.
///
/// The shape is the table of Lorentz and Horey ("Programming Breakthrough", 2013): the pairs b1-c1
/// and f1-g1 guard the home rank, edges are worth less, and every rank is worth more than the last.
#[rustfmt::skip]
const PIECE: [i32; 64] = [
     90, 120, 120,  90,  90, 120, 120,  90,
     85,  90,  90,  90,  90,  90,  90,  85,
     90,  98,  98,  98,  98,  98,  98,  90,
    102, 115, 115, 115, 115, 115, 115, 102,
    122, 140, 140, 140, 140, 140, 140, 122,
    150, 180, 180, 180, 180, 180, 180, 150,
    220, 250, 250, 250, 250, 250, 250, 220,
      0,   0,   0,   0,   0,   0,   0,   0,
];

/// The worth of moving next.
const TEMPO: i32 = 12;
/// A piece that another one guards.
const GUARDED: i32 = 4;
/// A piece that can be captured for nothing, less for the side that moves next.
const HANGING: [i32; 2] = [20, 50];

/// Returns what the piece of the side to move on `sq` is worth.
#[inline]
pub(crate) fn own_piece(sq: Square) -> i32 {
    PIECE[sq.index()]
}

/// Returns what the other side's piece on `sq` is worth.
#[inline]
pub(crate) fn enemy_piece(sq: Square) -> i32 {
    PIECE[sq.flipped().index()]
}

/// Returns the worth of `pos` for the side to move, whose pieces are worth `balance` more than the
/// other side's.
#[inline]
pub(crate) fn evaluate(pos: &Position, balance: i32) -> i32 {
    let (own, enemy) = (pos.own(), pos.opponent());
    let (own_guards, enemy_guards) = (attacks(own), attacks_downwards(enemy));
    let count = |set: u64| set.count_ones() as i32;
    let guarded = count(own & own_guards) - count(enemy & enemy_guards);
    let own_hanging = count(own & enemy_guards & !own_guards);
    let enemy_hanging = count(enemy & own_guards & !enemy_guards);
    balance + TEMPO + GUARDED * guarded - HANGING[0] * own_hanging + HANGING[1] * enemy_hanging
}
