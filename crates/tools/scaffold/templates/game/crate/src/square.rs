//! Squares of the board and their notation.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

/// Number of files (columns).
pub const WIDTH: usize = {{width}};

/// Number of ranks (rows).
pub const HEIGHT: usize = {{height}};

/// Number of squares.
pub const SQUARES: usize = WIDTH * HEIGHT;

/// Square of the board: `a1` is 0, in the lower left corner, `b1` is 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u16);

impl Square {
    /// Returns the square of `index`. An index from [`SQUARES`] on gives a square off the board.
    #[must_use]
    pub const fn new(index: u16) -> Square {
        Square(index)
    }

    /// Returns the square on `file` and `rank`, both from 0; `None` off the board.
    #[must_use]
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < WIDTH && rank < HEIGHT {
            Some(Square((rank * WIDTH + file) as u16))
        } else {
            None
        }
    }

    /// Returns all squares of the board, along the ranks from a1.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u16).map(Square)
    }

    /// Returns the index, along the ranks from a1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, from 0.
    #[must_use]
    pub const fn file(self) -> usize {
        self.index() % WIDTH
    }

    /// Returns the rank, from 0.
    #[must_use]
    pub const fn rank(self) -> usize {
        self.index() / WIDTH
    }

    /// Returns the square that is `files` to the right and `ranks` up; `None` off the board.
    #[must_use]
    pub fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.file().checked_add_signed(files as isize)?;
        let rank = self.rank().checked_add_signed(ranks as isize)?;
        Square::at(file, rank)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        let found = Square::all().find(|sq| sq.to_string() == text);
        found.ok_or_else(|| ParseError::new("a square from a1 to {{last_square}}", text))
    }
}
