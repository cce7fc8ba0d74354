//! Groups of checkers: sets connected in the eight directions.

/// The squares of rank 1; see [`lines`](crate::lines) for the order of squares.
pub(crate) const RANK_1: u64 = 0x0101_0101_0101_0101;
/// The squares of rank 8.
pub(crate) const RANK_8: u64 = RANK_1 << 7;

/// Returns the squares next to those of `set`. This includes squares of `set` itself that have a
/// neighbour in it.
#[inline]
pub(crate) const fn neighbours(set: u64) -> u64 {
    let beside = (set & !RANK_8) << 1 | (set & !RANK_1) >> 1;
    let column = set | beside;
    beside | column << 8 | column >> 8
}

/// Returns whether the checkers of `set` are one group. A single checker is one, and so is none.
#[inline]
pub(crate) const fn is_connected(set: u64) -> bool {
    // Fast path for most positions: a checker without neighbours, among others.
    let alone = set & !neighbours(set);
    if alone != 0 {
        return alone == set && set.is_power_of_two();
    }
    group_of(set & set.wrapping_neg(), set) == set
}

/// Returns the groups of `set` in which `seed`, a part of it, stands.
#[inline]
pub(crate) const fn group_of(seed: u64, set: u64) -> u64 {
    let mut group = seed;
    loop {
        let grown = (group | neighbours(group)) & set;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins squares one by one, by comparing files and ranks.
    fn is_connected_by_distances(set: u64) -> bool {
        let all: Vec<i32> = (0..64).filter(|sq| set & 1 << sq != 0).collect();
        let mut reached: Vec<i32> = all.first().copied().into_iter().collect();
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next];
            let is_near = |sq: i32| (sq / 8 - from / 8).abs().max((sq % 8 - from % 8).abs()) == 1;
            let new: Vec<i32> =
                all.iter().copied().filter(|&sq| is_near(sq) && !reached.contains(&sq)).collect();
            reached.extend(new);
            next += 1;
        }
        reached.len() == all.len()
    }

    #[test]
    fn one_group_is_distinguished_from_several() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut connected = 0;
        for _ in 0..20_000 {
            // Checkers near a square, so that groups are common.
            let near = (0..3).fold(1 << rng.u8(..64), |set, _| set | neighbours(set));
            let set = near & rng.u64(..);
            assert_eq!(is_connected(set), is_connected_by_distances(set), "{set:#x}");
            connected += usize::from(is_connected(set));
        }
        assert!((1_000..19_000).contains(&connected), "{connected}");
    }

    #[test]
    fn a_single_checker_is_connected() {
        for sq in 0..64 {
            assert!(is_connected(1 << sq), "{sq}");
        }
        assert!(is_connected(0));
    }

    #[test]
    fn the_edges_of_the_board_do_not_touch() {
        // a8 and b1; a1 and h1; a1 and h8.
        for set in [1 << 7 | 1 << 8, 1 | 1 << 56, 1 | 1 << 63] {
            assert!(!is_connected(set), "{set:#x}");
        }
    }
}
