//! Bitboards of the terrain, and the ways in which animals cross it. A bitboard is a `u64`, bit 0
//! for the upper left corner and bit 62 for the lower right one.

use gamekit::Player;

use crate::square::Square;

/// All squares.
pub(super) const BOARD: u64 = (1 << Square::COUNT) - 1;
/// The leftmost column.
const LEFT_COLUMN: u64 = 0x0102_0408_1020_4081;
/// The rightmost column.
const RIGHT_COLUMN: u64 = LEFT_COLUMN << 6;
/// The two lakes, 2 by 3 squares each.
pub(super) const WATER: u64 = 0b011_0110 << 21 | 0b011_0110 << 28 | 0b011_0110 << 35;
/// The traps around both dens: an animal in a trap can be captured by any enemy.
pub(super) const TRAPS: u64 = 0b001_0100 | 0b000_1000 << 7 | 0b000_1000 << 49 | 0b001_0100 << 56;

/// Returns the den of `player`.
#[must_use]
pub(super) const fn den(player: Player) -> Square {
    Square::new([59, 3][player.index()])
}

/// Returns the squares beside the den of `player`: its traps.
pub(super) const fn doors(player: Player) -> u64 {
    BESIDE[den(player).index()]
}

/// Returns the squares beside those of `set`.
#[must_use]
pub(super) const fn beside(set: u64) -> u64 {
    set >> 7 | set << 7 & BOARD | (set & !LEFT_COLUMN) >> 1 | (set & !RIGHT_COLUMN) << 1
}

/// Squares beside each square; none beside 63.
pub(super) const BESIDE: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = beside(1 << index);
        index += 1;
    }
    table
};

/// Returns the squares to which lions and tigers on the land squares of `set` can leap across
/// water squares that are not `blocked`.
#[must_use]
pub(super) const fn leaps(set: u64, blocked: u64) -> u64 {
    let clear = WATER & !blocked;
    let down = ((set << 7 & clear) << 7 & clear) << 7 & clear;
    let up = ((set >> 7 & clear) >> 7 & clear) >> 7 & clear;
    let right = (set << 1 & clear) << 1 & clear;
    let left = (set >> 1 & clear) >> 1 & clear;
    (down << 7 | up >> 7 | right << 1 | left >> 1) & BOARD & !WATER
}

/// Land squares beside water.
pub(super) const BANKS: u64 = beside(WATER) & !WATER;

/// For each player's den, the squares from which some animal could reach it on an empty board
/// within 0, 1, 2 and more moves.
pub(super) const AROUND_DEN: [[u64; FAR]; 2] = {
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

/// Distance from a den that stands for every longer one.
pub(super) const FAR: usize = 9;

/// Returns the distance in moves from the den of `player` to the nearest square of `set`: a lower
/// bound, at most [`FAR`].
#[must_use]
pub(super) fn den_distance(set: u64, player: Player) -> usize {
    AROUND_DEN[player.index()].iter().position(|near| near & set != 0).unwrap_or(FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::squares;

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
    fn a_leap_crosses_two_or_three_squares_of_clear_water_to_the_bank_beyond() {
        let check = |x: u8, y: u8, blocked: u64, expected: &[(u8, u8)]| {
            let bit = |x: u8, y: u8| Square::new(7 * y + x).bit();
            let expected = expected.iter().fold(0, |set, &(x, y)| set | bit(x, y));
            assert_eq!(leaps(bit(x, y), blocked), expected, "{x} {y}");
        };
        check(1, 2, 0, &[(1, 6)]);
        check(5, 6, 0, &[(5, 2)]);
        check(0, 4, 0, &[(3, 4)]);
        check(6, 3, 0, &[(3, 3)]);
        check(3, 5, 0, &[(0, 5), (6, 5)]);
        check(3, 2, 0, &[]);
        check(3, 5, 1 << 36, &[(6, 5)]);
        for sq in squares(BOARD & !WATER) {
            assert_eq!(leaps(sq.bit(), 0) != 0, sq.bit() & BANKS != 0, "{sq}");
            for to in squares(leaps(sq.bit(), 0)) {
                assert_ne!(leaps(to.bit(), 0) & sq.bit(), 0, "{to} {sq}");
            }
        }
    }

    #[test]
    fn the_distance_from_a_den_counts_leaps() {
        let check = |x: u8, y: u8, expected| {
            let set = Square::new(7 * y + x).bit();
            assert_eq!(den_distance(set, Player::Second), expected, "{x} {y}");
        };
        check(3, 0, 0);
        check(2, 0, 1);
        check(1, 2, 4);
        check(1, 6, 5);
        check(6, 8, FAR - 1);
    }
}
