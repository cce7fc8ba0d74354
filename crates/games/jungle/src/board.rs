//! The terrain, and how animals cross it, as sets of squares. A set is a `u64`, bit 0 for the upper
//! left corner and bit 62 for the lower right one.

use gamekit::Player;

use crate::Square;

/// All squares.
pub(crate) const BOARD: u64 = (1 << Square::COUNT) - 1;
/// The leftmost column.
const LEFT_COLUMN: u64 = 0x0102_0408_1020_4081 & BOARD;
/// The rightmost column.
const RIGHT_COLUMN: u64 = LEFT_COLUMN << 6;
/// The two lakes, 2 by 3 squares each.
pub(crate) const WATER: u64 = 0b011_0110 << 21 | 0b011_0110 << 28 | 0b011_0110 << 35;
/// The traps around both dens: an animal in a trap can be captured by any enemy.
pub(crate) const TRAPS: u64 = TRAPS_OF_BLUE | TRAPS_OF_RED;
const TRAPS_OF_BLUE: u64 = 0b001_0100 | 0b000_1000 << 7;
const TRAPS_OF_RED: u64 = 0b001_0100 << 56 | 0b000_1000 << 49;

/// Returns the den of `player`.
#[inline]
#[must_use]
pub(crate) const fn den(player: Player) -> Square {
    match player {
        Player::First => Square::new(59),
        Player::Second => Square::new(3),
    }
}

/// Returns the squares beside those of `set`.
#[inline]
#[must_use]
pub(crate) const fn beside(set: u64) -> u64 {
    set >> 7 | set << 7 & BOARD | (set & !LEFT_COLUMN) >> 1 | (set & !RIGHT_COLUMN) << 1
}

/// The squares beside each square; none beside 63.
pub(crate) const BESIDE: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = beside(1 << index);
        index += 1;
    }
    table
};

/// Returns the squares to which lions and tigers on the land squares of `set` can leap across
/// water that is not `blocked`.
#[inline]
#[must_use]
pub(crate) const fn leaps(set: u64, blocked: u64) -> u64 {
    let clear = WATER & !blocked;
    let down = ((set << 7 & clear) << 7 & clear) << 7 & clear;
    let up = ((set >> 7 & clear) >> 7 & clear) >> 7 & clear;
    let right = (set << 1 & clear) << 1 & clear;
    let left = (set >> 1 & clear) >> 1 & clear;
    (down << 7 | up >> 7 | right << 1 | left >> 1) & BOARD & !WATER
}

/// For each player's den, the squares from which some animal could reach it on an empty board
/// within 0, 1, 2 and more moves.
const AROUND_DEN: [[u64; FAR]; 2] = {
    let mut table = [[0; FAR]; 2];
    let mut player = 0;
    while player < 2 {
        table[player][0] = den(Player::BOTH[player]).bit();
        let mut moves = 1;
        while moves < FAR {
            let near = table[player][moves - 1];
            table[player][moves] = near | beside(near) | leaps(near & !WATER, 0);
            moves += 1;
        }
        player += 1;
    }
    table
};

/// The distance from a den that stands for every longer one.
pub(crate) const FAR: usize = 9;

/// Returns how many moves from the den of `player` the nearest square of `set` is, at least, and at
/// most [`FAR`].
#[inline]
#[must_use]
pub(crate) fn den_distance(set: u64, player: Player) -> usize {
    let around = &AROUND_DEN[player.index()];
    around.iter().position(|near| near & set != 0).unwrap_or(FAR)
}

/// Returns the squares within `moves` moves of the den of `player`, fewer than [`FAR`].
#[inline]
#[must_use]
pub(crate) const fn around_den(player: Player, moves: usize) -> u64 {
    AROUND_DEN[player.index()][moves]
}

/// A leap across a lake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap {
    /// The first land square beyond the water.
    pub(crate) to: Square,
    /// The water on the way, which must be empty.
    pub(crate) across: u64,
}

impl Leap {
    /// Fills the table where there is no leap: it leads nowhere.
    const NONE: Leap = Leap { to: Square::NOWHERE, across: !0 };

    const fn new(to: usize, across: u64) -> Leap {
        Leap { to: Square::new(to as u8), across }
    }
}

/// The leaps from each square, in the order in which the referee lists them.
pub(crate) const LEAPS: [[Leap; 2]; 64] = {
    let mut table = [[Leap::NONE; 2]; 64];
    let mut lake = 1;
    while lake < 6 {
        // Along the columns of the lakes, between the rows 2 and 6.
        let mut x = lake;
        while x < lake + 2 {
            let across = (1 << 21 | 1 << 28 | 1 << 35) << x;
            table[2 * 7 + x][0] = Leap::new(6 * 7 + x, across);
            table[6 * 7 + x][0] = Leap::new(2 * 7 + x, across);
            x += 1;
        }
        lake += 3;
    }
    let mut y = 3;
    while y < 6 {
        // Across, between the columns 0, 3 and 6. From the middle to the left first on row 3, to
        // the right first on the rows 4 and 5.
        let (left, middle, right) = (7 * y, 7 * y + 3, 7 * y + 6);
        let (over_left, over_right) = (0b000_0110 << left, 0b011_0000 << left);
        table[left][0] = Leap::new(middle, over_left);
        table[right][0] = Leap::new(middle, over_right);
        let leftwards = if y == 3 { 0 } else { 1 };
        table[middle][leftwards] = Leap::new(left, over_left);
        table[middle][1 - leftwards] = Leap::new(right, over_right);
        y += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares;

    #[test]
    fn the_terrain_lies_as_in_the_rules() {
        let text = |set| squares(set).map(|sq| sq.to_string()).collect::<Vec<_>>().join(", ");
        assert_eq!(text(TRAPS), "2 0, 4 0, 3 1, 3 7, 2 8, 4 8");
        assert_eq!(text(WATER), "1 3, 2 3, 4 3, 5 3, 1 4, 2 4, 4 4, 5 4, 1 5, 2 5, 4 5, 5 5");
        assert_eq!(
            [Player::First, Player::Second].map(|player| den(player).to_string()),
            ["3 8", "3 0"]
        );
        assert_eq!(text(LEFT_COLUMN), "0 0, 0 1, 0 2, 0 3, 0 4, 0 5, 0 6, 0 7, 0 8");
    }

    #[test]
    fn a_leap_crosses_two_or_three_squares_of_water_and_can_be_leapt_back() {
        let mut leaps = 0;
        for (from, of_square) in LEAPS.iter().enumerate() {
            for leap in of_square.iter().filter(|leap| leap.to != Square::NOWHERE) {
                let from = Square::new(from as u8);
                let length = if from.y() == leap.to.y() { 2 } else { 3 };
                assert_eq!(leap.across & !WATER, 0);
                assert_eq!(leap.across.count_ones(), length);
                assert_eq!((from.bit() | leap.to.bit()) & WATER, 0);
                let back = LEAPS[leap.to.index()].iter().find(|back| back.to == from);
                assert_eq!(back.map(|back| back.across), Some(leap.across));
                leaps += 1;
            }
        }
        assert_eq!(leaps, 20);
    }

    #[test]
    fn leaps_of_a_set_are_those_of_its_squares() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let (set, blocked) = (rng.u64(..) & BOARD & !WATER, rng.u64(..) & rng.u64(..) & WATER);
            let mut expected = 0;
            for leap in squares(set).flat_map(|sq| LEAPS[sq.index()]) {
                if leap.across & blocked == 0 && leap.to != Square::NOWHERE {
                    expected |= leap.to.bit();
                }
            }
            assert_eq!(leaps(set, blocked), expected, "{set:#x} {blocked:#x}");
        }
    }

    #[test]
    fn the_distance_from_a_den_counts_leaps() {
        let check = |x, y, expected| {
            let set = Square::at(x, y).unwrap().bit();
            assert_eq!(den_distance(set, Player::Second), expected, "{x} {y}");
        };
        check(3, 0, 0);
        check(2, 0, 1);
        check(1, 2, 4);
        check(1, 6, 5);
        check(6, 8, FAR - 1);
    }
}
