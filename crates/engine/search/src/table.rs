//! Transposition table (TT): results of earlier searches, by position hash.

use gamekit::Move;

use crate::memory::{advise_huge_pages, prefetch};
use crate::score::{self, Score};

/// Transposition table (TT): search results by position, whatever order of moves leads there.
///
/// Buckets of four entries fill one cache line each. The constructor writes every page of the
/// table, so that no page fault slows down the search of a turn.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

/// Transposition-table entry, unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry<M> {
    /// The best move, or the one that caused a beta cutoff.
    pub(crate) mv: Option<M>,
    /// The score, with wins and losses counted in plies from the root.
    pub(crate) score: Score,
    /// The static evaluation, or [`NO_EVALUATION`].
    pub(crate) evaluation: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Marker of an evaluation that was not computed.
pub(crate) const NO_EVALUATION: Score = -Score::MAX;

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    Exact = 3,
}

impl Bound {
    /// Returns the bound of a fail-soft `score` that a search with the window `alpha..beta` found.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns whether a stored `score` proves that the true one lies outside of `alpha..beta` or
    /// equals `score`.
    pub(crate) fn decides(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([PackedEntry; 4]);

/// Transposition-table entry in 16 bytes. An entry that was never written has age and bound 0.
#[derive(Clone, Copy, Debug)]
struct PackedEntry {
    key: u64,
    mv: u16,
    score: i16,
    evaluation: i16,
    depth: i8,
    age_and_bound: u8,
}

impl PackedEntry {
    const EMPTY: PackedEntry =
        PackedEntry { key: 0, mv: 0, score: 0, evaluation: 0, depth: 0, age_and_bound: 0 };

    fn bound(self) -> Option<Bound> {
        match self.age_and_bound & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    /// Returns the replacement value: depth, less four plies for each search begun since.
    fn worth(self, age: u8) -> i32 {
        let searches_since = (age.wrapping_sub(self.age_and_bound >> 2)) & TranspositionTable::AGES;
        i32::from(self.depth) - 4 * i32::from(searches_since)
    }
}

impl TranspositionTable {
    /// Largest age; ages wrap around to 0 after it.
    const AGES: u8 = 63;

    /// Returns a table of the largest power of two of buckets within `bytes`, at least one.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        let mut table = TranspositionTable { buckets: Vec::with_capacity(buckets), age: 0 };
        advise_huge_pages(table.buckets.spare_capacity_mut());
        table.buckets.resize(buckets, Bucket([PackedEntry::EMPTY; 4]));
        table
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket([PackedEntry::EMPTY; 4]));
        self.age = 0;
    }

    /// Increments the age, so that entries stored so far are replaced first.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & TranspositionTable::AGES;
    }

    /// Asks the processor to load the bucket of the position whose hash is `key`, which a node will
    /// soon probe.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets[self.index(key)]);
    }

    /// Returns the entry of the position whose hash is `key`, for a node `ply` plies below the
    /// root.
    #[inline]
    pub(crate) fn probe<M: Move>(&self, key: u64, ply: usize) -> Option<TtEntry<M>> {
        let bucket = &self.buckets[self.index(key)];
        let packed = bucket.0.iter().find(|packed| packed.key == key)?;
        Some(TtEntry {
            mv: (packed.mv != 0).then(|| M::from_bits(packed.mv)),
            score: score::from_node_to_root(Score::from(packed.score), ply),
            evaluation: match packed.evaluation {
                i16::MIN => NO_EVALUATION,
                known => Score::from(known),
            },
            depth: i32::from(packed.depth),
            bound: packed.bound()?,
        })
    }

    /// Stores `entry`, the result of a search to `entry.depth` plies, in place of the entry of
    /// least worth. A stored move of the same position is kept if `entry` has none.
    #[inline]
    pub(crate) fn store<M: Move>(&mut self, key: u64, ply: usize, entry: TtEntry<M>) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let slot = match bucket.iter().position(|packed| packed.key == key) {
            Some(same) => same,
            None => (0..bucket.len()).min_by_key(|&slot| bucket[slot].worth(age)).unwrap_or(0),
        };
        let old = bucket[slot];
        let is_same = old.key == key;
        if is_same
            && entry.bound != Bound::Exact
            && entry.depth + 3 < i32::from(old.depth)
            && old.age_and_bound >> 2 == age
        {
            return;
        }
        bucket[slot] = PackedEntry {
            key,
            mv: match entry.mv {
                Some(mv) => mv.to_bits(),
                None if is_same => old.mv,
                None => 0,
            },
            score: score::from_root_to_node(entry.score, ply) as i16,
            evaluation: match entry.evaluation {
                NO_EVALUATION => i16::MIN,
                known => known as i16,
            },
            depth: entry.depth as i8,
            age_and_bound: age << 2 | entry.bound as u8,
        };
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u16);

    impl fmt::Display for Number {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    impl Move for Number {
        fn to_bits(self) -> u16 {
            self.0
        }

        fn from_bits(bits: u16) -> Number {
            Number(bits)
        }
    }

    fn entry(depth: i32, mv: Option<Number>) -> TtEntry<Number> {
        TtEntry { mv, score: 17, evaluation: NO_EVALUATION, depth, bound: Bound::Lower }
    }

    #[test]
    fn a_stored_entry_is_found_again() {
        let mut table = TranspositionTable::new(1 << 12);
        table.begin_search();
        let win = TtEntry {
            mv: Some(Number(9)),
            score: score::win_in(12),
            evaluation: -40,
            depth: 5,
            bound: Bound::Exact,
        };
        table.store(77, 4, win);
        let again = table.probe::<Number>(77, 6).unwrap();
        assert_eq!(again.mv, win.mv);
        assert_eq!((again.score, again.evaluation), (score::win_in(14), -40));
        assert_eq!((again.depth, again.bound), (5, Bound::Exact));
        assert!(table.probe::<Number>(78, 0).is_none());
        assert!(table.probe::<Number>(0, 0).is_none());
    }

    #[test]
    fn a_stored_move_survives_an_entry_without_one() {
        let mut table = TranspositionTable::new(1 << 12);
        table.store(77, 0, entry(5, Some(Number(9))));
        table.store(77, 0, entry(6, None));
        assert_eq!(table.probe::<Number>(77, 0).unwrap().mv, Some(Number(9)));
    }

    #[test]
    fn the_shallowest_and_oldest_entry_is_replaced() {
        let mut table = TranspositionTable::new(size_of::<Bucket>());
        table.begin_search();
        table.store(1, 0, entry(9, None));
        table.begin_search();
        for key in 2..=4 {
            table.store(key, 0, entry(6, None));
        }
        table.store(5, 0, entry(1, None));
        assert!(table.probe::<Number>(1, 0).is_none(), "old and worth 9 - 4");
        table.store(6, 0, entry(2, None));
        assert!(table.probe::<Number>(5, 0).is_none(), "worth 1");
    }
}
