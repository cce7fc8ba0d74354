//! Moves of {{title}} and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::square::{Square, SQUARES};

/// Move: the square that a piece leaves and the square that it enters, written `a1a2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Square that the piece leaves.
    pub from: Square,
    /// Square that the piece enters.
    pub to: Square,
}

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        (self.from.index() * SQUARES + self.to.index() + 1) as u16
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        let number = bits.wrapping_sub(1);
        let squares = SQUARES as u16;
        Move { from: Square::new(number / squares), to: Square::new(number % squares) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let squares = || {
            let (from, to) = text.split_at(text.rfind(|c: char| c.is_ascii_lowercase())?);
            Some((from.parse().ok()?, to.parse().ok()?))
        };
        match squares() {
            Some((from, to)) => Ok(Move { from, to }),
            None => Err(ParseError::new("a move such as a1a2", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in ["", "a1", "a1a", "a1a0", "A1A2", "a1 a2", "a1a2a3", "pass", "ééé"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
