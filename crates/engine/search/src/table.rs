use gamekit::Move;

use crate::score::{self, Score};

/// Remembers what was found about positions, whatever the order of moves that led there.
///
/// Buckets of four entries fill one cache line each. Building the table writes every page of it,
/// so that no first touch of a page falls into a turn's search.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

/// What the table knows of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry<M> {
    /// The best move, or the one that cut off.
    pub(crate) mv: Option<M>,
    /// The score from the root's point of view.
    pub(crate) score: Score,
    /// The static evaluation, or [`NO_EVALUATION`].
    pub(crate) evaluation: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Stands for an evaluation that was not computed.
pub(crate) const NO_EVALUATION: Score = -Score::MAX;

/// How a stored score relates to the true one.
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
    /// Tells whether a stored `score` proves the true one to be outside of `alpha..beta`, or to
    /// be `score` itself.
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

/// 16 bytes. An entry that was never written has the age and bound 0.
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

    /// Depth, less four plies for each search that has begun since.
    fn worth(self, age: u8) -> i32 {
        let searches_since = (age.wrapping_sub(self.age_and_bound >> 2)) & TranspositionTable::AGES;
        i32::from(self.depth) - 4 * i32::from(searches_since)
    }
}

impl TranspositionTable {
    /// Ages run from 0 to this and around again.
    const AGES: u8 = 63;

    /// Returns a table of the largest power of two of buckets within `bytes`, one at the least.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        TranspositionTable { buckets: vec![Bucket([PackedEntry::EMPTY; 4]); buckets], age: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket([PackedEntry::EMPTY; 4]));
        self.age = 0;
    }

    /// Makes everything stored so far the first to be replaced.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & TranspositionTable::AGES;
    }

    /// Returns what is known of the position whose hash is `key`, found `ply` plies below the
    /// root.
    #[inline]
    pub(crate) fn probe<M: Move>(&self, key: u64, ply: usize) -> Option<TtEntry<M>> {
        let bucket = &self.buckets[self.index(key)];
        let entry = bucket.0.iter().find(|entry| entry.key == key)?;
        Some(TtEntry {
            mv: (entry.mv != 0).then(|| M::from_bits(entry.mv)),
            score: score::from_node_to_root(Score::from(entry.score), ply),
            evaluation: match entry.evaluation {
                i16::MIN => NO_EVALUATION,
                known => Score::from(known),
            },
            depth: i32::from(entry.depth),
            bound: entry.bound()?,
        })
    }

    /// Stores what a search to `found.depth` plies found, in place of the entry worth least. A
    /// move known earlier is kept where `found` has none.
    #[inline]
    pub(crate) fn store<M: Move>(&mut self, key: u64, ply: usize, found: TtEntry<M>) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let slot = match bucket.iter().position(|entry| entry.key == key) {
            Some(same) => same,
            None => (0..bucket.len()).min_by_key(|&slot| bucket[slot].worth(age)).unwrap_or(0),
        };
        let old = bucket[slot];
        let is_same = old.key == key;
        if is_same
            && found.bound != Bound::Exact
            && found.depth + 3 < i32::from(old.depth)
            && old.age_and_bound >> 2 == age
        {
            return;
        }
        bucket[slot] = PackedEntry {
            key,
            mv: match found.mv {
                Some(mv) => mv.to_bits(),
                None if is_same => old.mv,
                None => 0,
            },
            score: score::from_root_to_node(found.score, ply) as i16,
            evaluation: match found.evaluation {
                NO_EVALUATION => i16::MIN,
                known => known as i16,
            },
            depth: found.depth as i8,
            age_and_bound: age << 2 | found.bound as u8,
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

    fn found(depth: i32, mv: Option<Number>) -> TtEntry<Number> {
        TtEntry { mv, score: 17, evaluation: NO_EVALUATION, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_again() {
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
    fn a_known_move_survives_a_search_that_found_none() {
        let mut table = TranspositionTable::new(1 << 12);
        table.store(77, 0, found(5, Some(Number(9))));
        table.store(77, 0, found(6, None));
        assert_eq!(table.probe::<Number>(77, 0).unwrap().mv, Some(Number(9)));
    }

    #[test]
    fn the_shallowest_and_oldest_entry_gives_way() {
        let mut table = TranspositionTable::new(size_of::<Bucket>());
        table.begin_search();
        table.store(1, 0, found(9, None));
        table.begin_search();
        for key in 2..=4 {
            table.store(key, 0, found(6, None));
        }
        table.store(5, 0, found(1, None));
        assert!(table.probe::<Number>(1, 0).is_none(), "old and worth 9 - 4");
        table.store(6, 0, found(2, None));
        assert!(table.probe::<Number>(5, 0).is_none(), "worth 1");
    }
}
