//! Text form of positions and moves, and the error of text that does not parse.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::position::Position;

/// Text form of a game's positions and moves, one for each game.
///
/// [`Display`] writes positions and [`FromStr`] reads them; the two are inverse. The same holds for
/// the `Display` of moves and [`Notation::parse_move`].
pub trait Notation: Position + Display + FromStr<Err = ParseError> {
    /// Parses a move in the form of its `Display`, legal in this position or not.
    ///
    /// # Errors
    ///
    /// Text that is not the form of any move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;
}

/// Error of text that does not parse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    expected: &'static str,
    found: String,
}

impl ParseError {
    /// Longest part of the offending text that a message repeats, in characters.
    const SHOWN: usize = 80;

    /// Returns the error for the text `found` in place of `expected`, a noun phrase.
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
