//! Position: the pieces on the board, the side to move, and the outcome.

use gamekit::{Outcome, Player};

use crate::square::{Square, SQUARES};

/// {{title}} position. The rules are in `rules.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: [Option<Player>; SQUARES],
    side: Player,
    hash: u64,
    /// The outcome, which the rules update after each move.
    pub(crate) outcome: Option<Outcome>,
}

impl Position {
    /// Returns the empty board with `side` to move.
    pub(crate) fn empty(side: Player) -> Position {
        Position { board: [None; SQUARES], side, hash: side.index() as u64, outcome: None }
    }

    /// Returns the owner of the piece on `sq`; `None` if there is no piece.
    #[inline]
    #[must_use]
    pub fn at(&self, sq: Square) -> Option<Player> {
        self.board.get(sq.index()).copied().flatten()
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Player {
        self.side
    }

    /// Returns the hash of the pieces and the side to move.
    #[inline]
    #[must_use]
    pub(crate) const fn hash_value(&self) -> u64 {
        self.hash
    }

    /// Puts a piece of `owner` on `sq`, or no piece, in place of what is there.
    #[inline]
    pub(crate) fn set(&mut self, sq: Square, owner: Option<Player>) {
        let Some(place) = self.board.get_mut(sq.index()) else {
            return;
        };
        self.hash ^= key(sq, *place) ^ key(sq, owner);
        *place = owner;
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.opponent();
        self.hash ^= 1;
    }
}

/// Returns the key of a square's content in Zobrist hashing: the hash of a position is the
/// exclusive or of its keys. The keys are numbers of the generator SplitMix64.
#[inline]
const fn key(sq: Square, owner: Option<Player>) -> u64 {
    let Some(owner) = owner else {
        return 0;
    };
    let number = (2 * sq.index() + owner.index() + 1) as u64;
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
