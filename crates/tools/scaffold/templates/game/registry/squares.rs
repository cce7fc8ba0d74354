//! Numbers of the squares on the page.

use {{crate}}::{HEIGHT, Square, WIDTH};

/// Returns the index of a square on the page, counted row by row from the upper left corner.
pub(super) fn index_of(sq: Square) -> usize {
    (HEIGHT - 1 - sq.rank()) * WIDTH + sq.file()
}
