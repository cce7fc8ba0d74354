//! Moves of Breakthrough and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::{ParseError, Square};

/// Move: the square that a piece leaves and the square that it enters, written `c2c3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Square that the piece leaves.
    pub from: Square,
    /// Square that the piece enters.
    pub to: Square,
}

impl Move {
    /// Returns the move as seen from the other side of the board.
    #[must_use]
    pub(crate) const fn flipped(self) -> Move {
        Move { from: self.from.flipped(), to: self.to.flipped() }
    }
}

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        (self.from.index() | self.to.index() << 6) as u16
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        Move { from: Square::new(bits as u8), to: Square::new((bits >> 6) as u8) }
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
        let squares = || Some((text.get(..2)?.parse().ok()?, text.get(2..)?.parse().ok()?));
        match squares() {
            Some((from, to)) if from != to => Ok(Move { from, to }),
            _ => Err(ParseError::new("a move such as c2c3", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Move as _;

    use super::*;

    #[test]
    fn a_move_survives_its_text_and_its_bits() {
        for text in ["a1a2", "c2d3", "h7g8", "h2h1"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
        }
    }

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in ["", "c2", "c2c", "c2c9", "c2c3 ", " c2c3", "c2c3c4", "pass", "c2c2", "ééé"]
        {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
