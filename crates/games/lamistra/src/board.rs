//! Bitboards of the 7x7 board: the cells a1..g7 are squares of a 64-bit 8x8 board.

use gamekit::{Player, Square};

/// All cells on which a piece can stand: the 7x7 cells without the two lakes.
pub(crate) const BOARD: u64 = ALL & !LAKES;

/// The lakes: b4 and f4.
const LAKES: u64 = (0b10_0010) << 24;

/// The 7x7 cells, lakes included.
const ALL: u64 = 0x007f_7f7f_7f7f_7f7f;

/// Home cells of each player: the three ranks nearest to the player.
pub(crate) const HOMES: [u64; 2] = [0x007f_7f7f, 0x007f_7f7f << 32];

/// Returns the cells orthogonally next to those of `set`.
#[inline]
pub(crate) const fn beside(set: u64) -> u64 {
    // Shifts do not wrap around, because the h-file is not on the board.
    (set << 1 | set >> 1 | set << 8 | set >> 8) & BOARD
}

/// Returns the cell that `cell` is from the perspective of `player`, whose home cells are at the
/// bottom.
#[inline]
pub(crate) const fn seen_by(player: Player, cell: Square) -> Square {
    match player {
        Player::First => cell,
        Player::Second => Square::new(48 + 2 * cell.file() - cell.index() as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &str) -> u64 {
        cells.split_whitespace().map(|cell| cell.parse::<Square>().unwrap().bit()).sum()
    }

    #[test]
    fn the_board_has_47_cells_of_which_42_are_taken_at_the_start() {
        assert_eq!(BOARD.count_ones(), 47);
        assert_eq!(BOARD & set("b4 f4"), 0);
        assert_eq!(HOMES.map(u64::count_ones), [21, 21]);
        assert_eq!(BOARD & !HOMES[0] & !HOMES[1], set("a4 c4 d4 e4 g4"));
    }

    #[test]
    fn a_cell_has_up_to_four_beside_it() {
        let check = |cell, expected| assert_eq!(beside(set(cell)), set(expected), "{cell}");
        check("a1", "a2 b1");
        check("g7", "g6 f7");
        check("g1", "f1 g2");
        check("a7", "a6 b7");
        check("d4", "d3 d5 c4 e4");
        check("b3", "a3 c3 b2");
        check("a4", "a3 a5");
        check("g4", "g3 g5");
    }

    #[test]
    fn the_second_player_sees_the_board_from_the_other_side() {
        for (cell, seen) in [("a1", "a7"), ("g7", "g1"), ("c4", "c4"), ("e2", "e6")] {
            let [cell, seen]: [Square; 2] = [cell, seen].map(|cell| cell.parse().unwrap());
            assert_eq!(seen_by(Player::Second, cell), seen);
            assert_eq!(seen_by(Player::Second, seen), cell);
            assert_eq!(seen_by(Player::First, cell), cell);
        }
    }
}
