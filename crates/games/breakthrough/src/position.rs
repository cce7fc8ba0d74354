//! Rules of Breakthrough: a position as two bitboards.

use gamekit::{squares, Outcome, Player};

use crate::board::{ahead, ahead_left, ahead_right, rank};
use crate::moves::Move;

/// Breakthrough position.
///
/// The bitboards are stored from the perspective of the side to move: its own pieces move towards
/// rank 8. White, who moves first, sees the board as written; Black sees it flipped. So one set of
/// shifts serves both sides, and a move ends with swapping and flipping the two bitboards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: u64,
    opponent: u64,
    side: Player,
}

impl Position {
    /// Returns the position with these pieces, both bitboards as seen by `side`, the side to move.
    #[must_use]
    pub(crate) fn from_side_to_move(own: u64, opponent: u64, side: Player) -> Position {
        debug_assert_eq!(own & opponent, 0, "two pieces on one square");
        Position { own, opponent, side }
    }

    /// Returns the pieces of the side to move, which move towards rank 8.
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// Returns the pieces of the other side, which move towards rank 1.
    #[must_use]
    pub const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// Returns the pieces of White and of Black on the board as written.
    #[must_use]
    pub const fn white_and_black(&self) -> (u64, u64) {
        match self.side {
            Player::First => (self.own, self.opponent),
            Player::Second => (self.opponent.swap_bytes(), self.own.swap_bytes()),
        }
    }

    /// Returns the squares that the side to move can enter: straight ahead, and diagonally ahead
    /// towards file a and towards file h. The square of the piece follows from the target.
    #[inline]
    #[must_use]
    pub(crate) const fn targets(&self) -> Targets {
        Targets {
            left: ahead_left(self.own) & !self.own,
            straight: ahead(self.own) & !(self.own | self.opponent),
            right: ahead_right(self.own) & !self.own,
        }
    }

    /// Converts a move as seen by the side to move to a move on the written board, and back.
    #[inline]
    #[must_use]
    pub(crate) const fn as_written(&self, mv: Move) -> Move {
        match self.side {
            Player::First => mv,
            Player::Second => mv.flipped(),
        }
    }

    /// Returns the same position with the other side to move.
    #[inline]
    #[must_use]
    pub(crate) const fn passed(&self) -> Position {
        Position {
            own: self.opponent.swap_bytes(),
            opponent: self.own.swap_bytes(),
            side: self.side.opponent(),
        }
    }
}

/// Squares that the side to move can enter, by direction.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// Squares diagonally towards file a: empty, or with an enemy piece.
    pub(crate) left: u64,
    /// Squares straight ahead: empty.
    pub(crate) straight: u64,
    /// Squares diagonally towards file h: empty, or with an enemy piece.
    pub(crate) right: u64,
}

impl Targets {
    /// Differences of the indices of target and origin, in the order of the fields.
    pub(crate) const LEFT: u8 = 7;
    pub(crate) const STRAIGHT: u8 = 8;
    pub(crate) const RIGHT: u8 = 9;

    /// Returns the targets within `set`.
    #[inline]
    #[must_use]
    pub(crate) const fn within(self, set: u64) -> Targets {
        Targets { left: self.left & set, straight: self.straight & set, right: self.right & set }
    }

    /// Returns the number of moves to these targets.
    #[inline]
    #[must_use]
    pub(crate) const fn count(self) -> u32 {
        self.left.count_ones() + self.straight.count_ones() + self.right.count_ones()
    }

    /// Returns all targets together.
    #[inline]
    #[must_use]
    pub(crate) const fn any(self) -> u64 {
        self.left | self.straight | self.right
    }
}

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        Position::from_side_to_move(rank(1) | rank(2), rank(7) | rank(8), Player::First)
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.opponent & rank(1) != 0 || self.own == 0 {
            Some(Outcome::Win(self.side.opponent()))
        } else if self.own & rank(8) != 0 || self.opponent == 0 {
            Some(Outcome::Win(self.side))
        } else {
            None
        }
    }

    /// Visits ranks from 8 down to 1, files from a to h; for one piece the diagonal towards file h,
    /// the step straight ahead, the diagonal towards file a.
    fn legal_moves(&self, mut visit: impl FnMut(Move)) {
        if gamekit::Position::outcome(self).is_some() {
            return;
        }
        let targets = self.targets();
        // The referee's order runs down the ranks. That is the order of Black's flipped squares as
        // they stand, and of White's after a flip.
        let in_reading_order = match self.side {
            Player::First => self.own.swap_bytes(),
            Player::Second => self.own,
        };
        for seen in squares(in_reading_order) {
            let from = match self.side {
                Player::First => seen.flipped(),
                Player::Second => seen,
            };
            for (set, step) in [
                (targets.right & ahead_right(from.bit()), Targets::RIGHT),
                (targets.straight & ahead(from.bit()), Targets::STRAIGHT),
                (targets.left & ahead_left(from.bit()), Targets::LEFT),
            ] {
                if set != 0 {
                    let to = gamekit::Square::new(from.index() as u8 + step);
                    visit(self.as_written(Move { from, to }));
                }
            }
        }
    }

    fn legal_move_count(&self) -> usize {
        match gamekit::Position::outcome(self) {
            Some(_) => 0,
            None => self.targets().count() as usize,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let Move { from, to } = self.as_written(mv);
        self.own = self.own & !from.bit() | to.bit();
        self.opponent &= !to.bit();
        *self = self.passed();
    }

    /// Hashes by two rounds of folded 128-bit multiplication, as in wyhash (Wang Yi, 2019), instead
    /// of Zobrist hashing.
    #[inline]
    fn hash(&self) -> u64 {
        const KEYS: [u64; 3] =
            [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
        let folded = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let pieces = folded(self.own ^ KEYS[0], self.opponent ^ KEYS[1]);
        folded(pieces ^ KEYS[2], KEYS[1] ^ self.side.index() as u64)
    }
}
