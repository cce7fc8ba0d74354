//! Moves of {{title}} and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::position::Position;
use crate::square::{Square, HEIGHT, WIDTH};

/// Move: the column in which a piece is dropped, written `a` to `{{last_file}}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    column: u16,
}

impl Move {
    /// Returns the move into a column, from 0.
    pub(crate) const fn into_column(column: usize) -> Move {
        Move { column: column as u16 }
    }

    /// Returns the square on which the piece lands; `None` if the column is full.
    #[inline]
    #[must_use]
    pub fn target(self, pos: &Position) -> Option<Square> {
        let column = usize::from(self.column);
        let mut squares = (0..HEIGHT).filter_map(|rank| Square::at(column, rank));
        squares.find(|&sq| pos.at(sq).is_none())
    }
}

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        self.column + 1
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        Move { column: bits.wrapping_sub(1) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a'.wrapping_add(self.column as u8)))
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let found = (0..WIDTH).map(Move::into_column).find(|mv| mv.to_string() == text);
        found.ok_or_else(|| ParseError::new("a move from a to {{last_file}}", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_a_move_is_rejected() {
        for text in ["", "A", "a1", "ab", " a", "{{next_file}}", "pass"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
