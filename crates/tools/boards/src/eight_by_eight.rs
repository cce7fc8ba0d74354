//! Coordinates of 8x8 boards with squares such as `c2`.

use gamekit::Square;

use crate::info::{letters, numbers_down};

/// Returns the names of the columns, from left to right.
#[must_use]
pub fn files() -> Vec<String> {
    letters(8)
}

/// Returns the names of the rows, from top to bottom.
#[must_use]
pub fn ranks() -> Vec<String> {
    numbers_down(8, 1)
}

/// Returns the index of a square, counted row by row from the upper left corner.
#[must_use]
pub fn square_index(square: Square) -> usize {
    square.flipped().index()
}
