//! Moves of {{title}} and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::position::Position;
use crate::square::Square;

/// Move: the square on which a piece is placed, written `a1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    to: Square,
}

impl Move {
    /// Returns the move onto a square.
    pub(crate) const fn onto(to: Square) -> Move {
        Move { to }
    }

    /// Returns the square of the piece; `None` if it is occupied.
    #[inline]
    #[must_use]
    pub fn target(self, pos: &Position) -> Option<Square> {
        pos.at(self.to).is_none().then_some(self.to)
    }
}

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        self.to.index() as u16 + 1
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        Move { to: Square::new(bits.wrapping_sub(1)) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to.fmt(f)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        match text.parse() {
            Ok(to) => Ok(Move { to }),
            Err(_) => Err(ParseError::new("a move such as a1", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in ["", "A1", "a0", "a01", "a", "1", " a1", "a1a2", "{{next_file}}1", "pass"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
