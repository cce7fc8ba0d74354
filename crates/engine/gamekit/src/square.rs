//! Squares of the 8x8 board, and iteration over bitboards.

use std::fmt;
use std::str::FromStr;

use crate::notation::ParseError;

/// Square of the 8x8 board: `a1` is 0, `b1` is 1, `h8` is 63.
///
/// ```
/// use gamekit::Square;
///
/// let sq: Square = "c2".parse()?;
/// assert_eq!((sq.index(), sq.file(), sq.rank()), (10, 2, 1));
/// assert_eq!(sq.flipped().to_string(), "c7");
/// # Ok::<(), gamekit::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Returns the square of `index`, of which only the low six bits are used.
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// Returns the index, 0..=63, along the ranks from a1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for a to 7 for h.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, 0 for the first to 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the bitboard with only this square.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the square seen from the other side of the board: a1 becomes a8.
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseError::new("a square from a1 to h8", text)),
        }
    }
}

/// Iterates over the squares of a bitboard, from a1 upwards.
#[must_use]
pub const fn squares(set: u64) -> Squares {
    Squares(set)
}

/// Iterator of [`squares`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let sq = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(sq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_text() {
        for index in 0..64 {
            let sq = Square::new(index);
            assert_eq!(sq.to_string().parse(), Ok(sq));
        }
    }

    #[test]
    fn text_that_is_not_a_square_is_refused() {
        for text in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "é1"] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_set_is_iterated_upwards() {
        let set = Square::new(63).bit() | Square::new(0).bit() | Square::new(9).bit();
        assert_eq!(squares(set).map(Square::index).collect::<Vec<_>>(), [0, 9, 63]);
    }
}
