use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::position::Position;

/// The one text form of a game's positions and moves.
///
/// Positions are written by [`Display`] and read by [`FromStr`], and the two are inverse; moves
/// likewise by their `Display` and by [`Notation::parse_move`].
pub trait Notation: Position + Display + FromStr<Err = ParseError> {
    /// Reads a move as its `Display` writes it, legal here or not.
    ///
    /// # Errors
    ///
    /// Text that is not the form of any move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;
}

/// Text that does not have the form it should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    expected: &'static str,
    found: String,
}

impl ParseError {
    /// Longest piece of the offending text that a message repeats, in characters.
    const SHOWN: usize = 80;

    /// Returns the error for `found` where `expected`, a noun phrase, should have stood.
    #[must_use]
    pub fn new(expected: &'static str, found: &str) -> ParseError {
        ParseError { expected, found: found.chars().take(ParseError::SHOWN).collect() }
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found `{}`", self.expected, self.found.escape_debug())
    }
}

impl Error for ParseError {}
