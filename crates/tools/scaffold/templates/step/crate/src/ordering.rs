//! Move ordering: captures first. The history tables of the search learn the rest.

use gamekit::Player;
use search::MoveScore;

use crate::moves::Move;
use crate::position::Position;
use crate::square::{HEIGHT, SQUARES, WIDTH};

/// Number of slots of the history tables: one for each target square, from the mover's perspective.
pub(crate) const SLOTS: usize = SQUARES;

/// Ordering value of a capture.
const CAPTURE: i32 = 100_000;

/// Ordering value of a rank by which the captured piece has advanced.
const PER_RANK: i32 = 10_000;

/// Returns the ordering score of a move.
#[inline]
pub(crate) fn score_move(pos: &Position, mv: Move) -> MoveScore {
    let rank = match pos.side() {
        Player::First => mv.to.rank(),
        Player::Second => HEIGHT - 1 - mv.to.rank(),
    };
    let is_noisy = is_noisy(pos, mv);
    let value = if is_noisy { CAPTURE + PER_RANK * (HEIGHT - rank) as i32 } else { 0 };
    MoveScore { slot: rank * WIDTH + mv.to.file(), value, is_noisy }
}

/// Returns whether the quiescence search tries the move: a capture.
#[inline]
pub(crate) fn is_noisy(pos: &Position, mv: Move) -> bool {
    pos.at(mv.to).is_some()
}
