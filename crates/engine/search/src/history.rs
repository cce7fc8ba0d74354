//! History heuristic: main, counter-move and follow-up (continuation) history with gravity.

use crate::params::Params;
use crate::score::Score;

/// History tables: a score of each kind of move by its beta cutoffs, alone and in context.
///
/// Every update moves an entry towards the bonus or malus by a share that shrinks as the entry
/// nears ±[`LIMIT`], so that old updates fade (history gravity, as in Stockfish). Keys are
/// `1 + side * slots + slot`.
#[derive(Debug)]
pub(crate) struct History {
    /// Keys of moves, plus one that stands for no move.
    keys: usize,
    /// History heuristic: by the move alone.
    main: Vec<i16>,
    /// Counter-move history: by the opponent's last move and the move.
    counter_moves: Vec<i16>,
    /// Follow-up (continuation) history: by the side's own last move and the move.
    follow_ups: Vec<i16>,
}

/// Key of a move that has been made, or [`MadeMove::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MadeMove(pub(crate) usize);

impl MadeMove {
    /// No move: the start of the search, or a null move.
    pub(crate) const NONE: MadeMove = MadeMove(0);
}

/// The two moves that led to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The move one ply before, which a counter-move answers.
    pub(crate) opponent: MadeMove,
    /// The move two plies before, which a follow-up continues.
    pub(crate) own: MadeMove,
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
            + i32::from(self.counter_moves[context.opponent.0 * self.keys + mv.0])
            + i32::from(self.follow_ups[context.own.0 * self.keys + mv.0])
    }

    /// Adds `bonus` to the entries of `mv` in the three tables, with gravity. A negative one is a
    /// malus.
    #[inline]
    pub(crate) fn update(&mut self, context: Context, mv: MadeMove, bonus: i32) {
        for entry in [
            &mut self.main[mv.0],
            &mut self.counter_moves[context.opponent.0 * self.keys + mv.0],
            &mut self.follow_ups[context.own.0 * self.keys + mv.0],
        ] {
            let value = i32::from(*entry);
            *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
        }
    }

    /// Returns the bonus for a beta cutoff at a node of `depth` plies.
    #[inline]
    pub(crate) fn bonus(depth: i32, params: &Params) -> i32 {
        (params.history_bonus * depth * depth).min(params.history_bonus_max)
    }

    /// Returns the bonus for a move by which the static evaluation rises by `gain`, negative if it
    /// falls.
    #[inline]
    pub(crate) fn evaluation_bonus(gain: Score, params: &Params) -> i32 {
        let most = params.evaluation_bonus_max;
        (params.evaluation_bonus * gain).clamp(-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_add_up_but_never_beyond_the_limit() {
        let mut history = History::new(4);
        let context = Context { opponent: MadeMove(3), own: MadeMove::NONE };
        let (good, bad) = (MadeMove(5), MadeMove(6));
        for _ in 0..1_000 {
            history.update(context, good, 1_600);
            history.update(context, bad, -1_600);
        }
        assert!((45_000..=3 * LIMIT).contains(&history.score(context, good)));
        assert!((-3 * LIMIT..=-45_000).contains(&history.score(context, bad)));
    }

    #[test]
    fn a_rise_of_the_evaluation_is_a_bonus_and_a_fall_a_malus() {
        let params = Params { evaluation_bonus: 5, evaluation_bonus_max: 60, ..Params::DEFAULT };
        let bonuses = [-100, -7, 0, 7, 100].map(|gain| History::evaluation_bonus(gain, &params));
        assert_eq!(bonuses, [-60, -35, 0, 35, 60]);
    }

    #[test]
    fn an_update_counts_less_in_another_context() {
        let mut history = History::new(4);
        let here = Context { opponent: MadeMove(3), own: MadeMove(2) };
        let there = Context { opponent: MadeMove(1), own: MadeMove(1) };
        history.update(here, MadeMove(5), 100);
        assert_eq!(history.score(here, MadeMove(5)), 300);
        assert_eq!(history.score(there, MadeMove(5)), 100);
    }
}
