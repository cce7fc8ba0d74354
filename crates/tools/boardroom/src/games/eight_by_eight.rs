//! Boards whose squares have names such as `c2`.

use gamekit::Square;

use crate::info::{letters, numbers_down};

/// Returns the names of the columns of a board of 8x8.
pub(super) fn files() -> Vec<String> {
    letters(8)
}

/// Returns the names of its rows, from the top.
pub(super) fn ranks() -> Vec<String> {
    numbers_down(8, 1)
}

/// Returns the place of a square on such a board, counted from the upper left corner.
pub(super) fn seen(square: Square) -> usize {
    square.flipped().index()
}
