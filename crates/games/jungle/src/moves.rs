//! Moves of Jungle and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::square::Square;

/// Move: the square that an animal leaves and the square that it enters, written `x1 y1 x2 y2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Square that the animal leaves.
    pub from: Square,
    /// Square that the animal enters.
    pub to: Square,
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
        write!(f, "{} {}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut digits = text.split(' ').filter_map(|digit| digit.parse::<u8>().ok());
        let mut digit = |end| digits.next().filter(|&digit| digit < end);
        let mut square = || Some(Square::new(digit(7)? + 7 * digit(9)?));
        let mut read = || Some(Move { from: square()?, to: square()? });
        read()
            .filter(|mv| mv.from != mv.to && mv.to_string() == text)
            .ok_or_else(|| ParseError::new("a move such as 6 8 6 7", text))
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Move as _;

    use super::*;

    #[test]
    fn a_move_survives_its_text_and_its_bits() {
        for text in ["0 0 0 1", "6 8 6 7", "3 1 3 0", "1 0 0 0", "0 3 3 3", "1 6 1 2"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_ne!(mv.to_bits(), 0);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
        }
    }

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in [
            "",
            "6 8",
            "6 8 6",
            "6 8 7 8",
            "6 8 6 9",
            "6 8 6 7 ",
            " 6 8 6 7",
            "6  8 6 7",
            "6868",
            "6 8 6 8",
            "-1 -1 -1 -1",
            "pass",
            "random",
            "é é é",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
