//! Moves of Lines of Action and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::{ParseError, Square};

/// Move: the square that a checker leaves and the square that it enters, written `e2e3`; or `pass`.
///
/// Squares are stored as indices of this crate's bitboards, which run file by file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// Pass, the only legal move of a player without any other. Its squares are both h8, so that
    /// playing it moves nothing.
    pub const PASS: Move = Move::new(63, 63);

    /// Returns the move between two indices below 64.
    #[inline]
    #[must_use]
    pub(crate) const fn new(from: u32, to: u32) -> Move {
        Move(from as u16 | (to as u16) << 6)
    }

    /// Returns the index of the square that the checker leaves.
    #[inline]
    #[must_use]
    pub(crate) const fn from(self) -> u32 {
        self.0 as u32 % 64
    }

    /// Returns the index of the square that the checker enters.
    #[inline]
    #[must_use]
    pub(crate) const fn to(self) -> u32 {
        (self.0 >> 6) as u32 % 64
    }
}

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        Move(bits)
    }
}

/// Converts an index that runs file by file to a square, whose index runs rank by rank.
pub(crate) const fn square(index: u32) -> Square {
    Square::new((index << 3 | index >> 3) as u8)
}

/// Reverses [`square`].
const fn index(sq: Square) -> u32 {
    sq.file() as u32 * 8 + sq.rank() as u32
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::PASS => f.write_str("pass"),
            mv => write!(f, "{}{}", square(mv.from()), square(mv.to())),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        if text == "pass" {
            return Ok(Move::PASS);
        }
        let squares = || Some((text.get(..2)?.parse().ok()?, text.get(2..)?.parse().ok()?));
        match squares() {
            Some((from, to)) if from != to => Ok(Move::new(index(from), index(to))),
            _ => Err(ParseError::new("a move such as e2e3", text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Move as _;

    use super::*;

    #[test]
    fn a_move_survives_its_text_and_its_bits() {
        for text in ["a1a2", "c2d3", "h7g8", "h2h1", "h7h8", "h8a1", "pass"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_ne!(mv.to_bits(), 0);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
        }
    }

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in ["", "c2", "c2c", "c2c9", "c2c3 ", " c2c3", "C2C3", "PASS", "h8h8", "ééé"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
