use crate::params::Params;

/// How often moves of each kind have cut off a search, on their own and as answers.
///
/// Every entry moves towards a bonus or malus by a share that shrinks as it nears ±[`LIMIT`], so
/// that old lessons fade: history gravity, as in Stockfish. Keys are `side * slots + slot`.
#[derive(Debug)]
pub(crate) struct History {
    /// Keys of moves, plus one that stands for no move.
    keys: usize,
    main: Vec<i16>,
    /// By the opponent's last move, which this one answers.
    counter_moves: Vec<i16>,
    /// By the own move before, which this one continues.
    follow_ups: Vec<i16>,
}

/// A move that has been made: its key, or [`MadeMove::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MadeMove(pub(crate) usize);

impl MadeMove {
    /// The start of the search, or a pass.
    pub(crate) const NONE: MadeMove = MadeMove(0);
}

/// The two moves that led to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) answered: MadeMove,
    pub(crate) continued: MadeMove,
}

/// Largest absolute value of an entry.
const LIMIT: i32 = 16_384;

impl History {
    pub(crate) fn new(slots: usize) -> History {
        let keys = 2 * slots + 1;
        History {
            keys,
            main: vec![0; keys],
            counter_moves: vec![0; keys * keys],
            follow_ups: vec![0; keys * keys],
        }
    }

    pub(crate) fn clear(&mut self) {
        for table in [&mut self.main, &mut self.counter_moves, &mut self.follow_ups] {
            table.fill(0);
        }
    }

    /// Returns the sum of the three tables for `mv`, within ±3 * 16,384.
    #[inline]
    pub(crate) fn score(&self, context: Context, mv: MadeMove) -> i32 {
        i32::from(self.main[mv.0])
            + i32::from(self.counter_moves[context.answered.0 * self.keys + mv.0])
            + i32::from(self.follow_ups[context.continued.0 * self.keys + mv.0])
    }

    /// Rewards `mv` by a positive `bonus`, or punishes it by a negative one.
    #[inline]
    pub(crate) fn learn(&mut self, context: Context, mv: MadeMove, bonus: i32) {
        for entry in [
            &mut self.main[mv.0],
            &mut self.counter_moves[context.answered.0 * self.keys + mv.0],
            &mut self.follow_ups[context.continued.0 * self.keys + mv.0],
        ] {
            let value = i32::from(*entry);
            *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
        }
    }

    /// Returns the bonus for cutting off a node of `depth` plies.
    #[inline]
    pub(crate) fn bonus(depth: i32, params: &Params) -> i32 {
        (params.history_bonus * depth * depth).min(params.history_bonus_max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_add_up_but_never_beyond_the_limit() {
        let mut history = History::new(4);
        let context = Context { answered: MadeMove(3), continued: MadeMove::NONE };
        let (good, bad) = (MadeMove(5), MadeMove(6));
        for _ in 0..1_000 {
            history.learn(context, good, 1_600);
            history.learn(context, bad, -1_600);
        }
        assert!((45_000..=3 * LIMIT).contains(&history.score(context, good)));
        assert!((-3 * LIMIT..=-45_000).contains(&history.score(context, bad)));
    }

    #[test]
    fn a_lesson_counts_less_in_another_context() {
        let mut history = History::new(4);
        let here = Context { answered: MadeMove(3), continued: MadeMove(2) };
        let there = Context { answered: MadeMove(1), continued: MadeMove(1) };
        history.learn(here, MadeMove(5), 100);
        assert_eq!(history.score(here, MadeMove(5)), 300);
        assert_eq!(history.score(there, MadeMove(5)), 100);
    }
}
