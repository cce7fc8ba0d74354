//! Squares of the board of 7 columns and 9 rows, and iteration over bitboards.

use std::fmt;

use gamekit::Player;

/// Square of the board of 7 columns and 9 rows: column 0 of row 0, the upper left corner, is 0,
/// column 6 of row 8 is 62.
///
/// The value 63 is no square of the board: it is the place of a captured animal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Number of squares of the board.
    pub const COUNT: usize = 63;
    /// Place of a captured animal.
    pub const NOWHERE: Square = Square(63);

    /// Returns the square of `index`, of which only the low six bits are used.
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// Returns the index, 0..=62, along the rows from the upper left corner; 63 for nowhere.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, 0 to 6.
    #[must_use]
    pub const fn x(self) -> u8 {
        self.0 % 7
    }

    /// Returns the row, 0 at the top to 8.
    #[must_use]
    pub const fn y(self) -> u8 {
        self.0 / 7
    }

    /// Returns the square as `player` sees it from its end of the board: for the second player the
    /// board is turned around.
    #[must_use]
    pub const fn seen_by(self, player: Player) -> Square {
        match player {
            Player::First => self,
            Player::Second => Square::new(62_u8.wrapping_sub(self.0)),
        }
    }

    /// Returns the bitboard with only this square.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Writes column and row, such as `3 8` for the red den.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x(), self.y())
    }
}

/// Iterates over the squares of a bitboard, from the upper left corner on.
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let sq = Square(set.trailing_zeros() as u8);
        set &= set.checked_sub(1)?;
        Some(sq)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_counted_along_the_rows() {
        let check = |index, text| assert_eq!(Square::new(index).to_string(), text);
        check(0, "0 0");
        check(6, "6 0");
        check(7, "0 1");
        check(62, "6 8");
    }

    #[test]
    fn the_second_player_sees_the_board_turned_around() {
        let check = |player: Player, sq: u8, expected: u8| {
            assert_eq!(Square::new(sq).seen_by(player), Square::new(expected));
        };
        check(Player::First, 3, 3);
        check(Player::Second, 3, 59);
        check(Player::Second, 62, 0);
    }

    #[test]
    fn a_set_is_iterated_from_the_upper_left_corner() {
        let set = 1 << 62 | 1 | 1 << 9;
        assert_eq!(squares(set).map(Square::index).collect::<Vec<_>>(), [0, 9, 62]);
    }
}
