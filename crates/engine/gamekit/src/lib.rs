//! Vocabulary of two-player board games: player, outcome, move, position.
//!
//! [`Position`] is the one interface through which bots, referees, viewers and trainers use a game:
//! a value that can be copied, lists its legal moves and plays them. Rules do no input or output,
//! read no clock, hold no globals and cannot fail.
//!
//! [`Observe`] gives a player's view of a position with hidden information (an information set).
//! [`Notation`] gives every game one text form, shared by tests, records and logs. [`perft`] counts
//! move sequences, the standard test of a move generator. [`Square`] and [`Squares`] are the 8x8
//! board as a bitboard, a 64-bit set.

mod notation;
mod observe;
#[cfg(feature = "host")]
mod perft;
mod player;
mod position;
mod square;

pub use notation::{Notation, ParseError};
pub use observe::Observe;
#[cfg(feature = "host")]
pub use perft::{divide, perft, perft_by_playing};
pub use player::{Outcome, Player};
#[cfg(feature = "host")]
pub use position::IllegalMove;
pub use position::{Move, Position};
pub use square::{squares, Square, Squares};
