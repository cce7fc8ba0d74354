//! What a position is worth. A piece in the middle of the board is worth about 130.
//!
//! The weights come from simultaneous perturbation (SPSA; Spall, 1992): games of the bot against
//! itself at 1200 and 2000 nodes a move, with weights on both sides of the current ones.

use gamekit::Square;

use crate::board::{
    ahead, ahead_left, ahead_right, attacks_downwards, attacks_downwards_twice, fill_down, rank,
    widen, widen_left,
};
use crate::Position;

/// The worth of a piece on each rank of files a to d, as its owner sees the board; files e to h
/// mirror them. A piece on the seventh rank has won.
const PIECE: [[i32; 4]; 8] = [
    [15, 209, 190, 174],
    [41, 135, 108, 124],
    [78, 136, 102, 132],
    [157, 143, 155, 143],
    [271, 230, 234, 215],
    [386, 313, 311, 232],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
];

/// The worth of moving next.
const TEMPO: i32 = 35;
/// Each rank by which the foremost piece is nearer to its goal than the enemy's.
const LEAD: i32 = 16;
/// Own pieces that the enemy, who moves next, can capture for nothing.
const OWN_HANGING: i32 = 52;
/// Enemy pieces that can be captured for nothing now.
const ENEMY_HANGING: i32 = 23;
/// A piece that another one guards.
const GUARDED: i32 = -13;
/// More for a piece that two others guard: they could do something else.
const GUARDED_TWICE: i32 = -34;
/// Two pieces side by side.
const PHALANX: i32 = 6;
/// Two pieces one behind the other.
const COLUMN: i32 = 18;
/// A piece with no enemy ahead on its file.
const OPEN: i32 = 18;
/// A piece on the fifth rank with no enemy ahead on its file or those beside it.
const PASSED: i32 = 144;
/// The foremost piece on the fifth rank, and on the sixth: in place of more support.
const VANGUARD: [i32; 2] = [-34, -33];
/// A square on the fifth, sixth and seventh rank that a step can enter without losing the piece
/// for nothing.
const SAFE_ADVANCE: [(u32, i32); 3] = [(5, 20), (6, 25), (7, 336)];

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
    let (own, enemy) = (pos.own(), pos.opponent());
    let distance = |zeros: u32| (zeros / 8) as i32;
    let lead = distance(enemy.trailing_zeros()) - distance(own.leading_zeros());
    let flipped = pos.passed();
    let (mine, theirs) = (Side::new(own, enemy), Side::new(flipped.own(), flipped.opponent()));
    balance + TEMPO + LEAD * lead + mine.structure()
        - theirs.structure()
        - OWN_HANGING * mine.hanging()
        + ENEMY_HANGING * theirs.hanging()
}

/// One side's pieces, which move up the board, against the enemy's.
struct Side {
    own: u64,
    enemy: u64,
    guarded: u64,
    guarded_twice: u64,
    attacked: u64,
    attacked_twice: u64,
}

impl Side {
    #[inline]
    fn new(own: u64, enemy: u64) -> Side {
        let (left, right) = (ahead_left(own), ahead_right(own));
        Side {
            own,
            enemy,
            guarded: left | right,
            guarded_twice: left & right,
            attacked: attacks_downwards(enemy),
            attacked_twice: attacks_downwards_twice(enemy),
        }
    }

    /// Returns how many pieces can be captured for nothing.
    #[inline]
    fn hanging(&self) -> i32 {
        count(self.own & self.attacked & !self.guarded)
    }

    /// Returns the squares that a step can enter without being outnumbered there. A piece that
    /// steps diagonally no longer guards the square it enters.
    #[inline]
    fn safe_steps(&self) -> u64 {
        let lost_straight =
            self.attacked & !self.guarded | self.attacked_twice & !self.guarded_twice;
        let lost_diagonally = self.attacked & !self.guarded_twice | self.attacked_twice;
        ahead(self.own) & !(self.own | self.enemy) & !lost_straight
            | self.guarded & !self.own & !lost_diagonally
    }

    /// Returns what the arrangement of the pieces is worth.
    #[inline]
    fn structure(&self) -> i32 {
        let Side { own, enemy, guarded, guarded_twice, .. } = *self;
        let enemy_files = fill_down(enemy >> 8);
        let passed = own & rank(5) & !widen(enemy_files);
        let safe = self.safe_steps();
        let mut worth = GUARDED * count(own & guarded)
            + GUARDED_TWICE * count(own & guarded_twice)
            + PHALANX * count(own & widen_left(own))
            + COLUMN * count(own & ahead(own))
            + OPEN * count(own & !enemy_files)
            + PASSED * count(passed);
        for (number, bonus) in SAFE_ADVANCE {
            worth += bonus * count(safe & rank(number));
        }
        if own & rank(6) != 0 {
            worth + VANGUARD[1]
        } else if own & rank(5) != 0 {
            worth + VANGUARD[0]
        } else {
            worth
        }
    }
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
