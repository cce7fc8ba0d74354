#[cfg(feature = "host")]
use std::error::Error;
#[cfg(feature = "host")]
use std::fmt;
use std::fmt::{Debug, Display};

use crate::player::{Outcome, Player};

/// A move in at most 16 bits, small enough for a transposition table's entry.
///
/// [`Display`] writes it as the arena of its game does.
pub trait Move: Copy + Eq + Debug + Display {
    /// Returns the move as 16 bits. Distinct moves have distinct bits and none has the bits 0.
    fn to_bits(self) -> u16;

    /// Returns the move that [`Move::to_bits`] turned into `bits`.
    ///
    /// Other bits give a move that is legal nowhere; they never panic.
    fn from_bits(bits: u16) -> Self;
}

/// The state of a game between two moves.
///
/// Copying is how searches go back: a position fits a few cache lines, and copying it beats
/// undoing a move.
pub trait Position: Clone + Eq + Debug {
    /// The game's moves.
    type Move: Move;

    /// Whether the players always move in turn. `false` for a game in which one side may act
    /// twice running.
    const ALTERNATES: bool = true;

    /// Returns the position in which the game starts.
    fn initial() -> Self;

    /// Returns the player whose move it is; after the end of the game, whose move it would be.
    fn side_to_move(&self) -> Player;

    /// Returns how the game has ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` once for each legal move, in the order in which the game's referee lists
    /// them. A finished game has none.
    fn legal_moves(&self, visit: impl FnMut(Self::Move));

    /// Plays a move that the caller knows to be legal.
    ///
    /// An illegal one leaves some unspecified position; it never panics.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns a hash that differs between different positions except by a chance of 2^-64.
    fn hash(&self) -> u64;

    /// Returns how many legal moves there are.
    fn legal_move_count(&self) -> usize {
        let mut count = 0;
        self.legal_moves(|_| count += 1);
        count
    }

    /// Tells whether `mv` is legal here.
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

/// A move that the rules do not allow in the position at hand.
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
