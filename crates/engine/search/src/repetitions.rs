//! Repetition keys of the game and of the current line, by which repetitions are found.

/// Positions that a node may repeat: those of the game so far, and those of the current line.
#[derive(Debug)]
pub(crate) struct Repetitions {
    /// Keys of the positions of the game so far, sorted.
    past: Vec<u64>,
    /// Key of each ply of the current line, `None` where the position has none.
    line: Vec<Option<u64>>,
}

/// Plies after which a position can occur again at the earliest: each side moves a piece and moves
/// it back.
const SHORTEST_CYCLE: usize = 4;

impl Repetitions {
    /// Returns a record of lines of at most `plies` plies.
    pub(crate) fn new(plies: usize) -> Repetitions {
        Repetitions { past: Vec::new(), line: vec![None; plies] }
    }

    /// Starts a search after a game whose positions have the keys `past`.
    pub(crate) fn begin(&mut self, past: impl Iterator<Item = u64>) {
        self.line.fill(None);
        self.past.clear();
        self.past.extend(past);
        self.past.sort_unstable();
    }

    /// Stores the key of the position at `ply` of the current line, and returns whether the
    /// position has occurred in the game or on the line.
    #[inline]
    pub(crate) fn record(&mut self, ply: usize, key: Option<u64>) -> bool {
        self.line[ply] = key;
        let before = &self.line[..(ply + 1).saturating_sub(SHORTEST_CYCLE)];
        key.is_some_and(|key| {
            before.iter().rev().any(|&earlier| earlier == Some(key))
                || self.past.binary_search(&key).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_game(past: &[u64]) -> Repetitions {
        let mut repetitions = Repetitions::new(8);
        repetitions.begin(past.iter().copied());
        repetitions
    }

    #[test]
    fn a_position_of_the_game_is_a_repetition() {
        let mut repetitions = after_game(&[30, 10, 20]);
        assert!(repetitions.record(1, Some(10)));
        assert!(!repetitions.record(1, Some(15)));
        repetitions.begin([15].into_iter());
        assert!(!repetitions.record(1, Some(10)));
    }

    #[test]
    fn a_position_four_plies_before_is_a_repetition() {
        let mut repetitions = after_game(&[]);
        for (ply, key) in [7, 1, 2, 3].into_iter().enumerate() {
            assert!(!repetitions.record(ply, Some(key)));
        }
        assert!(repetitions.record(4, Some(7)));
        assert!(!repetitions.record(4, Some(1)), "three plies are too few for a cycle");
    }

    #[test]
    fn a_position_without_a_key_repeats_nothing_and_hides_its_sibling() {
        let mut repetitions = after_game(&[]);
        for (ply, key) in [7, 1].into_iter().enumerate() {
            assert!(!repetitions.record(ply, Some(key)));
        }
        assert!(!repetitions.record(1, None));
        for (ply, key) in [2, 3, 4].into_iter().enumerate() {
            assert!(!repetitions.record(ply + 2, Some(key)));
        }
        assert!(!repetitions.record(5, Some(1)), "the sibling is not on the line");
    }
}
