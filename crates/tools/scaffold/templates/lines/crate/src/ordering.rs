//! Move ordering: the centre first. The history tables of the search learn the rest.

use search::MoveScore;

use crate::moves::Move;
use crate::position::Position;
use crate::square::{HEIGHT, SQUARES, WIDTH};

/// Number of slots of the history tables: one for each target square.
pub(crate) const SLOTS: usize = SQUARES;

/// Ordering value of half a square less between the target and the centre.
const NEARER: i32 = 100;

/// Returns the ordering score of a move.
#[inline]
pub(crate) fn score_move(pos: &Position, mv: Move) -> MoveScore {
    let Some(to) = mv.target(pos) else {
        return MoveScore { slot: 0, value: 0, is_noisy: false };
    };
    let files = (2 * to.file() + 1).abs_diff(WIDTH);
    let ranks = (2 * to.rank() + 1).abs_diff(HEIGHT);
    let value = -NEARER * (files + ranks) as i32;
    MoveScore { slot: to.index(), value, is_noisy: false }
}

/// Returns whether the quiescence search tries the move: no move changes the evaluation by much.
#[inline]
pub(crate) fn is_noisy(_: &Position, _: Move) -> bool {
    false
}
