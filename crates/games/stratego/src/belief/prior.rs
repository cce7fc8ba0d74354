//! Prior probabilities of ranks on starting squares, from setups of people and programs.

use gamekit::Player;

use super::Odds;
use crate::rank::Rank;
use crate::square::{Direction, Square};

/// Frequency of each rank in each row of its owner, the back row first, in percent: between the
/// setups of people and those of a program that learned by self-play (Sokota and others, 2025).
const ROWS: [[u8; 4]; Rank::COUNT] = [
    [93, 5, 1, 1],
    [43, 33, 13, 11],
    [20, 45, 28, 7],
    [18, 22, 31, 29],
    [41, 29, 17, 13],
    [35, 30, 20, 15],
    [22, 25, 25, 28],
    [22, 25, 27, 26],
    [20, 27, 28, 25],
    [15, 30, 30, 25],
    [5, 25, 40, 30],
    [3, 20, 43, 34],
];

/// Frequency of the flag in each column relative to the mean, from the edge to the middle, in
/// percent: the flag is in a corner in 21 (people) to 47 (the program) of 100 setups.
const FLAG_COLUMNS: [u16; 5] = [170, 95, 80, 75, 80];

/// Prior of a piece with an unknown starting square; the numbers of pieces of each rank are not
/// included.
pub(super) const NEUTRAL: Odds = [1.0; Rank::COUNT];

/// Returns the prior of each rank on a starting square of its owner, relative to the mean over all
/// those squares. `broad` percent of the setups follow no table.
pub(super) fn home_odds(owner: Player, home: Square, broad: i32) -> Odds {
    let broad = broad as f32;
    let y = if owner == Player::First { home.y() } else { 9 - home.y() };
    let column = usize::from(home.x().min(9 - home.x()));
    Rank::ALL.map(|rank| {
        let Some(&share) = ROWS[rank.index()].get(usize::from(y)) else { return 1.0 };
        let column = if rank == Rank::Flag { f32::from(FLAG_COLUMNS[column]) } else { 100.0 };
        let share = f32::from(share) / 25.0 * column / 100.0;
        (share * (100.0 - broad) + broad) / 100.0
    })
}

/// Returns the factor for a flag on a square next to known starting squares of bombs and of other
/// pieces: `percent` is the frequency of a bomb relative to another piece.
pub(super) fn shelter(sq: Square, bombs: u128, others: u128, percent: i32) -> f32 {
    let around = Direction::ALL.into_iter().fold(0, |all, way| all | way.shift(sq.bit()));
    let count = |set: u128| (around & set).count_ones() as i32;
    (percent as f32 / 100.0).powi(count(bombs) - count(others))
}
