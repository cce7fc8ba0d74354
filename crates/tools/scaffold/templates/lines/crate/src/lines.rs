//! Lines of squares: the aim of the game.

use gamekit::{Outcome, Player};

use crate::position::Position;
use crate::square::Square;

/// Number of pieces in a line that win.
pub(crate) const LINE: usize = {{line}};

/// Directions of lines, as files and ranks of a step.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the outcome if it is decided by the piece on `sq`: a win by a line through the square,
/// or a draw by a full board.
pub(crate) fn outcome_at(pos: &Position, sq: Square) -> Option<Outcome> {
    let owner = pos.at(sq)?;
    let has_line = DIRECTIONS.iter().any(|&(files, ranks)| {
        1 + run(pos, sq, owner, (files, ranks)) + run(pos, sq, owner, (-files, -ranks)) >= LINE
    });
    if has_line {
        return Some(Outcome::Win(owner));
    }
    let is_full = Square::all().rev().all(|sq| pos.at(sq).is_some());
    is_full.then_some(Outcome::Draw)
}

/// Returns the number of pieces of `owner` in a row behind `sq`.
fn run(pos: &Position, sq: Square, owner: Player, (files, ranks): (i32, i32)) -> usize {
    let mut length = 0;
    let mut next = sq.offset(files, ranks);
    while let Some(sq) = next.filter(|&sq| pos.at(sq) == Some(owner)) {
        length += 1;
        next = sq.offset(files, ranks);
    }
    length
}

/// Calls `visit` for each line of the board, with the number of pieces of the first and of the
/// second player.
pub(crate) fn count_lines(pos: &Position, mut visit: impl FnMut([usize; 2])) {
    let steps = LINE as i32 - 1;
    for start in Square::all() {
        for (files, ranks) in DIRECTIONS {
            if start.offset(files * steps, ranks * steps).is_none() {
                continue;
            }
            let mut counts = [0; 2];
            for step in 0..=steps {
                let owner = start.offset(files * step, ranks * step).and_then(|sq| pos.at(sq));
                if let Some(owner) = owner {
                    counts[owner.index()] += 1;
                }
            }
            visit(counts);
        }
    }
}
