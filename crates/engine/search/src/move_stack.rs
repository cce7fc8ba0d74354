//! Move lists of the nodes on the current line, in one buffer, and selection of the best move.

use crate::engine::MoveScore;

/// Move that waits to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Ordering score: the highest is picked first.
    pub(crate) score: i32,
    pub(crate) slot: u16,
    pub(crate) is_noisy: bool,
}

impl<M> Candidate<M> {
    #[inline]
    pub(crate) fn new(mv: M, score: MoveScore) -> Candidate<M> {
        let MoveScore { slot, value, is_noisy } = score;
        Candidate { mv, score: value, slot: slot as u16, is_noisy }
    }
}

/// Stack of the move lists of all nodes on the current line, in one buffer.
///
/// A node notes the start of its list, pushes its moves, picks them one by one (selection sort),
/// and truncates the stack at the end. One buffer instead of a `Vec` per node makes the search a
/// quarter faster.
#[derive(Debug)]
pub(crate) struct MoveStack<M> {
    moves: Vec<Candidate<M>>,
}

impl<M: Copy> MoveStack<M> {
    /// Initial capacity in moves: far more than any line of any game needs.
    const CAPACITY: usize = 1 << 15;

    pub(crate) fn new() -> MoveStack<M> {
        MoveStack { moves: Vec::with_capacity(MoveStack::<M>::CAPACITY) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, candidate: Candidate<M>) {
        self.moves.push(candidate);
    }

    /// Swaps the best move from `index` on to `index` and returns it.
    #[inline]
    pub(crate) fn pick(&mut self, index: usize) -> Option<Candidate<M>> {
        let waiting = &mut self.moves[index..];
        let (mut best, mut score) = (0, waiting.first()?.score);
        for (other, candidate) in waiting.iter().enumerate().skip(1) {
            if candidate.score > score {
                (best, score) = (other, candidate.score);
            }
        }
        waiting.swap(0, best);
        Some(waiting[0])
    }

    /// Removes the quiet moves from `index` on.
    #[inline]
    pub(crate) fn keep_noisy(&mut self, index: usize) {
        let mut kept = index;
        for other in index..self.moves.len() {
            if self.moves[other].is_noisy {
                self.moves[kept] = self.moves[other];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Sorts all moves, the best first, and makes their ordering scores equal, so that they are
    /// picked in this order again and again.
    pub(crate) fn fix_order(&mut self) {
        self.moves.sort_by_key(|candidate| -candidate.score);
        for candidate in &mut self.moves {
            candidate.score = 0;
        }
    }

    /// Moves the move at `index` to the front of the list that begins at `start`.
    pub(crate) fn move_to_front(&mut self, start: usize, index: usize) {
        self.moves[start..=index].rotate_right(1);
    }

    /// Returns the moves from `start` that were picked before the one at `end`.
    #[inline]
    pub(crate) fn picked(&self, start: usize, end: usize) -> &[Candidate<M>] {
        &self.moves[start..end]
    }

    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_moves_that_wait_are_removed() {
        let mut stack = MoveStack::new();
        for (mv, is_noisy) in [(1, false), (2, true), (3, false), (4, true), (5, false)] {
            stack.push(Candidate { mv, score: 0, slot: 0, is_noisy });
        }
        stack.keep_noisy(1);
        let left: Vec<u8> =
            (0..).map_while(|index| stack.pick(index)).map(|candidate| candidate.mv).collect();
        assert_eq!(left, [1, 2, 4]);
    }

    #[test]
    fn moves_are_picked_best_first_and_lists_stack_up() {
        let mut stack = MoveStack::new();
        let push = |stack: &mut MoveStack<u8>, mv, score| {
            stack.push(Candidate { mv, score, slot: 0, is_noisy: false });
        };
        push(&mut stack, 9, 99);
        let start = stack.len();
        for (mv, score) in [(1, 5), (2, 7), (3, -1)] {
            push(&mut stack, mv, score);
        }
        let picked: Vec<u8> =
            (start..).map_while(|index| stack.pick(index)).map(|candidate| candidate.mv).collect();
        assert_eq!(picked, [2, 1, 3]);
        assert_eq!(stack.picked(start, start + 2).len(), 2);
        stack.truncate(start);
        assert_eq!(stack.pick(0).map(|candidate| candidate.mv), Some(9));
        assert!(stack.pick(1).is_none());
    }
}
