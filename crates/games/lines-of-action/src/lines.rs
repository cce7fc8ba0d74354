//! Lines of the board: the squares along them, and the number of checkers on each.
//!
//! A bitboard is a `u64` that runs file by file: bit 0 is a1, bit 1 is a2, bit 8 is b1. That is the
//! order of the squares' names. A square is the index of its bit.

/// Steps from a square to its neighbours, by direction: up and down the file, along the rank, along
/// the rising diagonals and along the falling ones. The axis is half the direction.
pub(crate) const STEPS: [i32; 8] = [1, -1, 8, -8, 9, -9, 7, -7];

/// Squares between a square and the one this many steps away, by square, direction and number of
/// steps. All squares if that leads off the board or nowhere, so that the way is always blocked.
pub(crate) static WAYS: [[[u64; 8]; 8]; 64] = ways();

const fn ways() -> [[[u64; 8]; 8]; 64] {
    let mut ways = [[[!0; 8]; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (mut sq, mut steps, mut way) = (from as u32, 1, 0);
            while let Some(next) = neighbour(sq, direction) {
                ways[from][direction][steps] = way;
                way |= 1 << next;
                (sq, steps) = (next, steps + 1);
            }
            direction += 1;
        }
        from += 1;
    }
    ways
}

/// Returns the next square in a direction, unless `sq` is at the edge.
const fn neighbour(sq: u32, direction: usize) -> Option<u32> {
    let next = sq.wrapping_add_signed(STEPS[direction]);
    let is_near = (sq % 8).abs_diff(next % 8) <= 1;
    if next < 64 && is_near {
        Some(next)
    } else {
        None
    }
}

/// Number of axes: files, ranks, rising diagonals, falling diagonals.
pub(crate) const AXES: usize = 4;

/// Number of diagonals of one axis. There are fewer files and ranks.
pub(crate) const LINES: usize = 15;

/// Returns the index of the line of an axis that contains `sq`.
#[inline]
pub(crate) const fn line_of(sq: u32, axis: usize) -> usize {
    let (file, rank) = (sq as usize / 8, sq as usize % 8);
    match axis {
        0 => file,
        1 => rank,
        2 => 7 + file - rank,
        _ => file + rank,
    }
}

/// Number of checkers of both colours on each of the 46 lines, four bits for each.
///
/// Incrementally updated by moves: counting from scratch takes a population count for each checker
/// and axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LineCounts {
    /// The files and then the ranks.
    straight: u64,
    rising: u64,
    falling: u64,
}

impl LineCounts {
    /// Counts of an empty board.
    pub(crate) const EMPTY: LineCounts = LineCounts { straight: 0, rising: 0, falling: 0 };

    /// Adds one checker to the counts of the lines through `sq`.
    #[inline]
    pub(crate) fn add(&mut self, sq: u32) {
        let [file, rank, rising, falling] = shifts(sq);
        self.straight = self.straight.wrapping_add(1 << file | 1 << rank);
        self.rising = self.rising.wrapping_add(1 << rising);
        self.falling = self.falling.wrapping_add(1 << falling);
    }

    /// Removes one checker from the counts of the lines through `sq`.
    #[inline]
    pub(crate) fn remove(&mut self, sq: u32) {
        let [file, rank, rising, falling] = shifts(sq);
        self.straight = self.straight.wrapping_sub(1 << file | 1 << rank);
        self.rising = self.rising.wrapping_sub(1 << rising);
        self.falling = self.falling.wrapping_sub(1 << falling);
    }

    /// Returns the counts of the lines through `sq`, by axis.
    #[inline]
    pub(crate) fn through(&self, sq: u32) -> [u32; 4] {
        let [file, rank, rising, falling] = shifts(sq);
        let count = |counts: u64, shift: u32| (counts >> shift) as u32 % 16;
        [
            count(self.straight, file),
            count(self.straight, rank),
            count(self.rising, rising),
            count(self.falling, falling),
        ]
    }
}

/// Returns the bit offsets of the counts of the lines through `sq`.
#[inline]
const fn shifts(sq: u32) -> [u32; 4] {
    let (file, rank) = (sq / 8 * 4, sq % 8 * 4);
    [file, 32 + rank, file + 28 - rank, file + rank]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all squares on the line of an axis through `sq`, computed from files and ranks.
    fn line(sq: u32, axis: usize) -> u64 {
        let key = |sq: u32| [sq / 8, sq % 8, 8 + sq / 8 - sq % 8, sq / 8 + sq % 8][axis];
        (0..64).filter(|&other| key(other) == key(sq)).fold(0, |line, other| line | 1 << other)
    }

    #[test]
    fn ways_lie_between_their_ends_on_the_line() {
        for from in 0..64_u32 {
            let mut reached = 0;
            for (direction, ways) in WAYS[from as usize].iter().enumerate() {
                let line = line(from, direction / 2);
                assert_eq!(ways[0], !0);
                for (steps, &way) in (1..).zip(&ways[1..]) {
                    let to = from.wrapping_add_signed(STEPS[direction] * steps);
                    if to < 64 && line & 1 << to != 0 {
                        let between =
                            (from.min(to) + 1..from.max(to)).fold(0, |set, sq| set | 1 << sq);
                        assert_eq!(way, line & between, "{from} to {to}");
                        reached |= 1_u64 << to;
                    } else {
                        assert_eq!(way, !0, "{from} and {steps} steps in direction {direction}");
                    }
                }
            }
            let all = (0..4).fold(0, |all, axis| all | line(from, axis));
            assert_eq!(reached, all & !(1 << from), "{from}");
        }
    }

    #[test]
    fn counts_are_those_of_all_checkers_on_a_line() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..100 {
            let occupied = rng.u64(..) & rng.u64(..);
            let mut counts = LineCounts::EMPTY;
            for sq in 0..64 {
                counts.add(sq);
            }
            for sq in (0..64).filter(|sq| occupied & 1 << sq == 0) {
                counts.remove(sq);
            }
            for sq in 0..64 {
                let expected = [0, 1, 2, 3].map(|axis| (line(sq, axis) & occupied).count_ones());
                assert_eq!(counts.through(sq), expected, "{sq} in {occupied:#x}");
            }
        }
    }
}
