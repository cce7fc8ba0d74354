//! Hand-crafted evaluation of Lines of Action, with incrementally updated sums of the checkers.

use search::{Evaluate, Score};

use crate::connection::{RANK_1, RANK_8};
use crate::moves::Move;
use crate::position::members;
use crate::position::Position;
use crate::squares::{DISTANCE_BITS, KINDS};
use crate::weights::Weights;

/// The squares of file a.
const FILE_A: u64 = 0xff;
/// The squares of file h.
const FILE_H: u64 = FILE_A << 56;

/// Incrementally updated sums of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    own: Total,
    opponent: Total,
}

/// Sums over the checkers of one side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Total {
    checkers: i32,
    files: i32,
    ranks: i32,
    /// Sum of the values of their squares.
    squares: i32,
}

impl Total {
    /// Adds the checker on `sq`, or removes it with `sign` -1.
    #[inline]
    fn add(&mut self, sq: u32, sign: i32, weights: &Weights) {
        self.checkers += sign;
        self.files += sign * (sq / 8) as i32;
        self.ranks += sign * (sq % 8) as i32;
        self.squares += sign * weights.on(sq);
    }

    /// Returns the square nearest to the centre of mass.
    #[inline]
    fn centre(&self) -> u32 {
        let nearest = |sum: i32| self.per_checker(2 * sum + self.checkers) / 2;
        (nearest(self.files) * 8 + nearest(self.ranks)) as u32 % 64
    }

    /// Divides by the number of checkers, rounding down.
    #[inline]
    fn per_checker(&self, value: i32) -> i32 {
        (value * RECIPROCALS[self.checkers as usize % 16]) >> RECIPROCAL_BITS
    }
}

/// Fractional bits of [`RECIPROCALS`].
const RECIPROCAL_BITS: u32 = 16;

/// Reciprocals of the number of checkers, rounded up: a multiplication instead of a division.
const RECIPROCALS: [i32; 16] = {
    let mut reciprocals = [0; 16];
    let mut checkers = 1;
    while checkers < 16 {
        reciprocals[checkers] = (1 << RECIPROCAL_BITS) / checkers as i32 + 1;
        checkers += 1;
    }
    reciprocals
};

/// Least sum of the distances of this many checkers from one square: a square of three by three has
/// room for eight at distance 1.
const LEAST_DISTANCES: [i32; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20];

/// Hand-crafted evaluation, without the fading towards the draw.
impl Evaluate<Position> for Weights {
    type State = Totals;

    fn refresh(&self, pos: &Position) -> Totals {
        let total = |set: u64| {
            let mut total = Total::default();
            for sq in members(set) {
                total.add(sq, 1, self);
            }
            total
        };
        Totals { own: total(pos.own()), opponent: total(pos.opponent()) }
    }

    #[inline]
    fn update(&self, totals: &Totals, before: &Position, mv: Move, after: &Position) -> Totals {
        let Totals { mut own, mut opponent } = *totals;
        own.add(mv.from(), -1, self);
        own.add(mv.to(), 1, self);
        if after.own() != before.opponent() {
            opponent.add(mv.to(), -1, self);
        }
        Totals { own: opponent, opponent: own }
    }

    #[inline]
    fn evaluate(&self, pos: &Position, totals: &Totals) -> Score {
        let (own, opponent) = (pos.own(), pos.opponent());
        self.tempo + self.side(own, opponent, &totals.own)
            - self.side(opponent, own, &totals.opponent)
    }
}

impl Weights {
    /// Returns the value of a checker's square `sq`.
    #[inline]
    pub(crate) fn on(&self, sq: u32) -> i32 {
        self.square[usize::from(KINDS[sq as usize % 64])]
    }

    /// Returns the value of one side's checkers.
    #[inline]
    fn side(&self, own: u64, enemy: u64, total: &Total) -> i32 {
        let checkers = total.checkers;
        let centre = total.centre();
        let [ones, twos, fours] = DISTANCE_BITS[centre as usize];
        let distances = count(own & ones) + 2 * count(own & twos) + 4 * count(own & fours);
        let surplus = distances - LEAST_DISTANCES[checkers as usize % 16];
        let spread = total.per_checker(4 * surplus).clamp(0, 15) as usize;

        let near = !(fours | ones & twos);
        // Squares of two by two within distance 2.
        let quads = near & near >> 1 & near >> 8 & near >> 9;
        let shape = Shape::of(own);

        total.per_checker(total.squares)
            + self.centre[usize::from(KINDS[centre as usize])]
            + self.spread[spread]
            + self.quad[0] * count(shape.threes & quads)
            + self.quad[1] * count(shape.fours & quads)
            + self.groups * shape.groups(checkers)
            + self.walled * count(walled(own, enemy))
            + self.checker * checkers
    }
}

/// Local patterns of a side's checkers. Squares of two by two are identified by their lower left
/// square.
struct Shape {
    /// Pairs of neighbours.
    pairs: i32,
    /// Squares of two by two with exactly three checkers.
    threes: u64,
    /// Squares of two by two with four checkers.
    fours: u64,
}

impl Shape {
    #[inline]
    fn of(own: u64) -> Shape {
        let (above, right, across) = (own >> 1 & !RANK_8, own >> 8, own >> 9 & !RANK_8);
        let (vertical, horizontal) = (own & above, own & right);
        let (rising, falling) = (own & across, above & right);
        let fours = vertical & right & across;
        let threes = vertical & (right | across) | right & across & (own | above);
        // Two counts of three sets: squares in one or three of them, and squares in two or more.
        let odd = vertical ^ horizontal ^ rising;
        let several = vertical & horizontal | rising & (vertical | horizontal);
        Shape {
            pairs: count(odd) + 2 * count(several) + count(falling),
            threes: threes & !fours,
            fours,
        }
    }

    /// Returns the number of groups minus the number of holes in them: the Euler number, with pairs
    /// as edges, and triangles and tetrahedra within squares of two by two.
    #[inline]
    fn groups(&self, checkers: i32) -> i32 {
        checkers - self.pairs + count(self.threes) + 3 * count(self.fours)
    }
}

/// Returns the checkers of `own` at the edge that have enemies on at least two of the three
/// neighbouring squares away from the edge.
#[inline]
const fn walled(own: u64, enemy: u64) -> u64 {
    const fn two_of(a: u64, b: u64, c: u64) -> u64 {
        a & b | c & (a | b)
    }
    let left = FILE_A & two_of(enemy >> 8, enemy >> 9 & !RANK_8, enemy >> 7 & !RANK_1);
    let right = FILE_H & two_of(enemy << 8, enemy << 9 & !RANK_1, enemy << 7 & !RANK_8);
    let bottom = RANK_1 & two_of(enemy >> 1, enemy >> 9, enemy << 7);
    let top = RANK_8 & two_of(enemy << 1, enemy << 9, enemy >> 7);
    own & (left | right | bottom | top)
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::group_of;
    use crate::engine::Engine;

    /// Returns the black checkers of a position.
    fn black(board: &str) -> u64 {
        let pos: Position = format!("{board} b 0").parse().unwrap();
        pos.own()
    }

    fn groups_by_flood_fill(set: u64) -> i32 {
        let (mut rest, mut groups) = (set, 0);
        while rest != 0 {
            rest &= !group_of(rest & rest.wrapping_neg(), set);
            groups += 1;
        }
        groups
    }

    #[test]
    fn groups_are_counted_minus_their_holes() {
        let check = |board: &str, expected: i32| {
            let set = black(board);
            assert_eq!(Shape::of(set).groups(count(set)), expected, "{board}");
        };
        check("1bbbbbb1/8/8/8/8/8/8/1bbbbbb1", 2);
        check("8/2b5/1b1b4/2b5/8/8/8/7b", 1);
        check("8/8/8/2bb4/2bb4/8/8/8", 1);
        check("b6b/8/8/8/8/8/8/b6b", 4);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut without_holes = 0;
        for _ in 0..10_000 {
            let set = (0..rng.u32(1..13)).fold(0, |set, _| set | 1 << rng.u8(..64));
            let (found, groups) = (Shape::of(set).groups(count(set)), groups_by_flood_fill(set));
            assert!(found <= groups, "{set:#x}");
            without_holes += u32::from(found == groups);
        }
        assert!(without_holes > 9_000, "{without_holes}");
    }

    #[test]
    fn a_checker_is_walled_in_by_two_of_three() {
        let check = |board: &str, expected: u32| {
            let pos: Position = format!("{board} b 0").parse().unwrap();
            let found = walled(pos.own(), pos.opponent());
            assert_eq!(found.count_ones(), expected, "{board}");
        };
        for board in ["8/8/8/1w6/b7/1w6/8/8", "8/8/8/6w1/6wb/8/8/8"] {
            check(board, 1);
        }
        for board in ["3b4/2ww4/8/8/8/8/8/8", "8/8/8/8/8/8/2w1w3/3b4", "bw6/1w6/8/8/8/8/8/8"] {
            check(board, 1);
        }
        for board in ["8/8/8/w7/b7/1w6/8/8", "8/8/3w4/2wb4/8/8/8/8", "8/7w/w7/8/b7/8/8/8"] {
            check(board, 0);
        }
    }

    #[test]
    fn the_centre_is_the_square_nearest_to_the_mean() {
        let weights = Weights::default();
        let check = |board: &str, expected: u32| {
            let pos: Position = format!("{board} b 0").parse().unwrap();
            assert_eq!(weights.refresh(&pos).own.centre(), expected, "{board}");
        };
        check("8/8/8/8/8/8/8/b7", 0);
        check("7b/8/8/8/8/8/8/8", 63);
        check("7b/8/8/8/8/8/8/b7", 4 * 8 + 4);
        check("8/8/8/8/8/8/1b6/b1b5", 8);
    }

    #[test]
    fn an_advantage_fades_as_the_draw_comes_near() {
        let engine = Engine::new(Weights::default());
        let worth = |plies: u8| {
            let text = format!("1w5w/8/8/2bbb3/3bb3/8/w7/6bw b {plies}");
            let pos: Position = text.parse().unwrap();
            engine.evaluate(&pos, &engine.refresh(&pos))
        };
        assert!(worth(0) > 100);
        assert_eq!(worth(0), worth(120));
        assert!(worth(120) > worth(121) && worth(140) > worth(149));
        assert_eq!(worth(150), 0);
    }
}
