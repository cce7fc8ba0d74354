//! The interface of a game: positions and moves.

#[cfg(feature = "host")]
use std::error::Error;
#[cfg(feature = "host")]
use std::fmt;
use std::fmt::{Debug, Display};

use crate::player::{Outcome, Player};

/// Move in at most 16 bits, small enough for an entry of the transposition table (TT).
///
/// [`Display`] writes it in the notation of the game's arena.
pub trait Move: Copy + Eq + Debug + Display {
    /// Returns the move as 16 bits. Distinct moves have distinct bits, and no move has the bits 0.
    fn to_bits(self) -> u16;

    /// Returns the move that [`Move::to_bits`] converted to `bits`.
    ///
    /// Other bits give a move that is legal in no position; they never panic.
    fn from_bits(bits: u16) -> Self;
}

/// State of a game between two moves.
///
/// The search copies positions instead of undoing moves (copy-make): a position fits a few cache
/// lines, and the copy is faster.
pub trait Position: Clone + Eq + Debug {
    /// The game's moves.
    type Move: Move;

    /// `true` if the players always move in turn. `false` for a game in which one side may act
    /// twice in a row.
    const ALTERNATES: bool = true;

    /// Returns the position in which the game starts.
    fn initial() -> Self;

    /// Returns the player to move; after the end of the game, the player who would be to move.
    fn side_to_move(&self) -> Player;

    /// Returns the outcome of a finished game, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` once for each legal move, in the order of the game's referee. A finished game
    /// has no legal moves.
    fn legal_moves(&self, visit: impl FnMut(Self::Move));

    /// Plays a move that the caller guarantees to be legal.
    ///
    /// An illegal move leads to an unspecified position; it never panics.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns a hash. Different positions have equal hashes only with a probability of 2^-64.
    fn hash(&self) -> u64;

    /// Returns the number of legal moves.
    fn legal_move_count(&self) -> usize {
        let mut count = 0;
        self.legal_moves(|_| count += 1);
        count
    }

    /// Returns whether `mv` is legal in this position.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut found = false;
        self.legal_moves(|legal| found |= legal == mv);
        found
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// An illegal move leaves the position as it was.
    #[cfg(feature = "host")]
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv.to_string()));
        }
        self.play_unchecked(mv);
        Ok(())
    }
}

/// Error of a move that the rules do not allow in the position.
#[cfg(feature = "host")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub String);

#[cfg(feature = "host")]
impl Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a legal move here", self.0)
    }
}

#[cfg(feature = "host")]
impl Error for IllegalMove {}
