//! Squares, directions and sets of squares (bitboards of 128 bits).

use std::fmt;

/// A square of the board of 10x10: column 0 of row 0, the upper left corner, is 0, column 9 of
/// row 9 is 99.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

/// Number of columns and rows of the board.
const SIZE: u8 = 10;

/// All squares, lakes included.
pub const BOARD: u128 = (1 << Square::COUNT) - 1;

/// Squares of the lakes, which no piece can enter: columns 2, 3, 6 and 7 of rows 4 and 5.
pub const LAKES: u128 = {
    let row = 1 << 2 | 1 << 3 | 1 << 6 | 1 << 7;
    row << 40 | row << 50
};

/// Squares on which pieces can stand.
pub(crate) const LAND: u128 = BOARD & !LAKES;

/// Column 0.
const LEFT_EDGE: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < SIZE {
        column |= 1 << (row * SIZE);
        row += 1;
    }
    column
};

/// Column 9.
const RIGHT_EDGE: u128 = LEFT_EDGE << (SIZE - 1);

impl Square {
    /// Number of squares of the board.
    pub const COUNT: usize = 100;

    /// Returns the square of `index`, of which only the low seven bits count. An index of 100 or
    /// more is off the board, where no piece ever stands.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index & 127)
    }

    /// Returns the square of a column and a row; `None` off the board.
    #[must_use]
    pub const fn at(x: u8, y: u8) -> Option<Square> {
        if x < SIZE && y < SIZE {
            return Some(Square(y * SIZE + x));
        }
        None
    }

    /// Returns the index, 0 to 99, counted along the rows from the upper left corner.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, 0 to 9.
    #[inline]
    #[must_use]
    pub const fn x(self) -> u8 {
        self.0 % SIZE
    }

    /// Returns the row, 0 at the top to 9.
    #[inline]
    #[must_use]
    pub const fn y(self) -> u8 {
        self.0 / SIZE
    }

    /// Returns the set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// Returns the square `distance` squares away; `None` off the board.
    #[must_use]
    pub const fn towards(self, direction: Direction, distance: u8) -> Option<Square> {
        let (x, y) = (self.x(), self.y());
        let (x, y) = match direction {
            Direction::Up => (x, y.wrapping_sub(distance)),
            Direction::Down => (x, y.wrapping_add(distance)),
            Direction::Left => (x.wrapping_sub(distance), y),
            Direction::Right => (x.wrapping_add(distance), y),
        };
        Square::at(x, y)
    }

    /// Returns the square from which `distance` steps in `direction` lead to this one.
    #[inline]
    pub(crate) const fn back(self, direction: Direction, distance: i8) -> Square {
        Square::new(self.0.wrapping_add_signed(-direction.offset().wrapping_mul(distance)))
    }

    /// Returns whether `other`, a square in the same row or column, is one step away.
    #[inline]
    pub(crate) const fn is_beside(self, other: Square) -> bool {
        matches!(self.0.abs_diff(other.0), 1 | SIZE)
    }

    /// Returns the direction and the distance to another square; `None` for the same square and for
    /// one in another row and column.
    #[must_use]
    pub const fn way_to(self, other: Square) -> Option<(Direction, u8)> {
        let (from, to) = (self.0, other.0);
        if from == to {
            None
        } else if self.y() == other.y() {
            Some(if to < from {
                (Direction::Left, from - to)
            } else {
                (Direction::Right, to - from)
            })
        } else if self.x() == other.x() {
            Some(if to < from {
                (Direction::Up, (from - to) / SIZE)
            } else {
                (Direction::Down, (to - from) / SIZE)
            })
        } else {
            None
        }
    }
}

/// Writes column and row, such as `3 6`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x(), self.y())
    }
}

/// Direction of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To row 0.
    Up,
    /// To row 9.
    Down,
    /// To column 0.
    Left,
    /// To column 9.
    Right,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the evaluator's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Up => "UP",
            Direction::Down => "DOWN",
            Direction::Left => "LEFT",
            Direction::Right => "RIGHT",
        }
    }

    /// Returns the change of a square's index by a step of one square.
    #[inline]
    pub(crate) const fn offset(self) -> i8 {
        match self {
            Direction::Up => -(SIZE as i8),
            Direction::Down => SIZE as i8,
            Direction::Left => -1,
            Direction::Right => 1,
        }
    }

    /// Returns the squares one step away from those of `set`. Squares off the board are dropped.
    #[inline]
    #[must_use]
    pub const fn shift(self, set: u128) -> u128 {
        match self {
            Direction::Up => set >> SIZE,
            Direction::Down => (set << SIZE) & BOARD,
            Direction::Left => (set & !LEFT_EDGE) >> 1,
            Direction::Right => (set & !RIGHT_EDGE) << 1,
        }
    }
}

/// Iterates over the squares of a set, from the upper left corner on.
#[inline]
#[must_use]
pub const fn squares(set: u128) -> Squares {
    Squares(set)
}

/// Iterator of [`squares`].
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let sq = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(sq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..100).map(Square::new)
    }

    #[test]
    fn a_set_is_iterated_from_the_upper_left_corner_on() {
        let set = Square::new(99).bit() | Square::new(0).bit() | Square::new(63).bit();
        assert_eq!(squares(set).map(Square::index).collect::<Vec<_>>(), [0, 63, 99]);
        assert!(squares(BOARD).eq(all()));
        let lakes = squares(LAKES).map(|sq| sq.to_string()).collect::<Vec<_>>();
        assert_eq!(lakes, ["2 4", "3 4", "6 4", "7 4", "2 5", "3 5", "6 5", "7 5"]);
    }

    #[test]
    fn a_set_is_shifted_like_its_squares_and_is_cut_off_at_the_edges() {
        for (direction, sq) in
            Direction::ALL.into_iter().flat_map(|way| all().map(move |sq| (way, sq)))
        {
            let expected = sq.towards(direction, 1).map_or(0, Square::bit);
            assert_eq!(direction.shift(sq.bit()), expected, "{sq} {}", direction.name());
        }
    }

    #[test]
    fn the_way_to_a_square_leads_there_and_there_is_no_diagonal_way() {
        for from in all() {
            for to in all() {
                let is_straight = (from.x() == to.x()) != (from.y() == to.y());
                let way = from.way_to(to);
                assert_eq!(way.is_some(), is_straight, "{from} {to}");
                if let Some((direction, distance)) = way {
                    assert_eq!(from.towards(direction, distance), Some(to));
                }
            }
        }
    }
}
