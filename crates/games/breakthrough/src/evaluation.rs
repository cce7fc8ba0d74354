//! Hand-crafted evaluation of Breakthrough, with an incrementally updated piece balance.

use gamekit::{squares, Square};
use search::{Evaluate, Score};

use crate::board::{
    ahead, ahead_left, ahead_right, attacks_downwards, attacks_downwards_twice, fill_down, rank,
    widen, widen_left,
};
use crate::moves::Move;
use crate::position::Position;
use crate::weights::Weights;

/// Hand-crafted evaluation.
impl Evaluate<Position> for Weights {
    /// Values of the pieces of the side to move minus those of the other side.
    type State = i32;

    fn refresh(&self, pos: &Position) -> i32 {
        let own: i32 = squares(pos.own()).map(|sq| self.own_piece(sq)).sum();
        let enemy: i32 = squares(pos.opponent()).map(|sq| self.enemy_piece(sq)).sum();
        own - enemy
    }

    #[inline]
    fn update(&self, balance: &i32, before: &Position, mv: Move, _: &Position) -> i32 {
        let Move { from, to } = before.as_written(mv);
        let is_capture = before.opponent() & to.bit() != 0;
        let captured = if is_capture { self.enemy_piece(to) } else { 0 };
        -(balance + self.own_piece(to) - self.own_piece(from) + captured)
    }

    #[inline]
    fn evaluate(&self, pos: &Position, balance: &i32) -> Score {
        let (own, enemy) = (pos.own(), pos.opponent());
        let distance = |zeros: u32| (zeros / 8) as i32;
        let lead = distance(enemy.trailing_zeros()) - distance(own.leading_zeros());
        let flipped = pos.passed();
        let (mine, theirs) = (Side::new(own, enemy), Side::new(flipped.own(), flipped.opponent()));
        balance + self.tempo + self.lead * lead + self.structure(&mine) - self.structure(&theirs)
            + self.own_hanging * mine.hanging()
            + self.enemy_hanging * theirs.hanging()
    }
}

impl Weights {
    /// Returns the value of a piece of the side to move on `sq`.
    #[inline]
    fn own_piece(&self, sq: Square) -> i32 {
        let (rank, file) = (usize::from(sq.rank()), usize::from(sq.file()));
        self.piece[rank][file.min(7 - file)]
    }

    /// Returns the value of a piece of the other side on `sq`.
    #[inline]
    fn enemy_piece(&self, sq: Square) -> i32 {
        self.own_piece(sq.flipped())
    }

    /// Returns the value of the arrangement of one side's pieces.
    #[inline]
    fn structure(&self, side: &Side) -> i32 {
        let Side { own, enemy, guarded, guarded_twice, .. } = *side;
        let enemy_files = fill_down(enemy >> 8);
        let passed = own & rank(5) & !widen(enemy_files);
        let safe = side.safe_steps();
        let mut worth = self.guarded * count(own & guarded)
            + self.guarded_twice * count(own & guarded_twice)
            + self.phalanx * count(own & widen_left(own))
            + self.column * count(own & ahead(own))
            + self.open * count(own & !enemy_files)
            + self.passed * count(passed);
        for (number, bonus) in (5..).zip(self.safe_advance) {
            worth += bonus * count(safe & rank(number));
        }
        if own & rank(6) != 0 {
            worth + self.vanguard[1]
        } else if own & rank(5) != 0 {
            worth + self.vanguard[0]
        } else {
            worth
        }
    }
}

/// One side's pieces, which move up the board, and the enemy's.
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

    /// Returns the number of pieces that can be captured for nothing.
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
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
