//! Search of the root: iterative deepening and aspiration windows.

use std::time::Duration;

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::limits::Limits;
use crate::move_stack::Candidate;
use crate::node::{Node, NodeContext};
use crate::score::{describe, is_proven, Score};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// Task of a search: the root position, its moves and the game before it.
#[derive(Debug)]
pub struct Task<'a, P: Position> {
    /// The root position.
    pub root: &'a P,
    /// The moves to choose from, all legal in `root`. Among moves of equal score the search prefers
    /// the earlier one.
    pub moves: &'a [P::Move],
    /// The positions of the game before `root`, in any order. Only games with repetitions need
    /// them.
    pub past: &'a [P],
}

/// Result of a search: its last finished iteration, and the moves it improved on since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// Its score for the side to move.
    pub score: Score,
    /// Depth of the last finished iteration, in plies.
    pub depth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Principal variation (PV), `best` first: at least `best`, at most until a simultaneous move.
    pub line: Vec<M>,
}

impl<M> SearchResult<M> {
    /// Returns depth, score and nodes in about twenty characters: `d12 +0.35 240000n`.
    #[must_use]
    pub fn summary(&self) -> String {
        let SearchResult { score, depth, nodes, .. } = *self;
        format!("d{depth} {} {nodes}n", describe(score))
    }
}

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Searches for the best of the task's moves by iterative deepening, and calls `report` after
    /// each iteration.
    ///
    /// Returns `None` if there are no moves. The same searcher state, task and node limit give the
    /// same result on every machine.
    pub fn search(
        &mut self,
        task: &Task<'_, P>,
        limits: Limits,
        mut report: impl FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let Task { root, moves, past } = *task;
        #[cfg(feature = "simultaneous")]
        if let Some(result) = self.search_simultaneous(task, limits, &mut report) {
            return Some(result);
        }
        self.begin(root, past, limits);
        self.push_root_moves(root, moves);
        let best = self.moves.pick(0)?.mv;
        let mut result = SearchResult {
            best,
            score: 0,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            line: Vec::with_capacity(MAX_PLY),
        };
        self.best = Some(best);
        self.pv_table.clear(1);
        self.pv_table.set(0, best);
        let (state, key) = (self.engine.refresh(root), self.engine.key(root));
        self.frames[0].evaluation = self.engine.evaluate(root, &state);
        let mut stable = 0;
        for depth in 1..=self.time.depth() {
            let node = Node {
                pos: root,
                state: &state,
                key,
                ply: 0,
                depth: depth as i32,
                is_cut_node: false,
            };
            let score = self.search_window(node, result.score);
            // A better move whose search finished before the stop counts.
            let best = self.best.unwrap_or(result.best);
            stable = if best == result.best { stable + 1 } else { 0 };
            result.best = best;
            result.nodes = self.nodes;
            result.elapsed = self.time.started().elapsed();
            self.pv_table.line().clone_into(&mut result.line);
            if self.stopped {
                break;
            }
            result.score = score;
            result.depth = depth;
            report(&result);
            if is_proven(score) || !self.time.may_deepen(stable, &self.params) {
                break;
            }
        }
        Some(result)
    }

    /// Pushes the root's moves on the move stack, ordered for the first iteration. They stay there
    /// during the whole search. Equal ordering scores keep their order from then on, except that
    /// each new best move goes to the front.
    fn push_root_moves(&mut self, root: &P, moves: &[P::Move]) {
        for &mv in moves {
            self.moves.push(Candidate::new(mv, self.engine.score_move(root, mv)));
        }
        self.moves.fix_order();
    }

    /// Searches with aspiration windows: first around the last iteration's score, then wider on the
    /// side on which the result falls outside.
    fn search_window(&mut self, node: Node<'_, P, E::State>, last: Score) -> Score {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = self.params.aspiration_window;
        if node.depth >= self.params.aspiration_depth && !is_proven(last) {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.search_root(node, alpha, beta);
            if self.stopped || alpha < score && score < beta {
                return score;
            }
            width += width * 3 / 2;
            if score <= alpha {
                alpha = if is_proven(score) { -INFINITE } else { (score - width).max(-INFINITE) };
            } else {
                beta = if is_proven(score) { INFINITE } else { (score + width).min(INFINITE) };
            }
        }
    }

    /// Searches the root, whose moves are on the move stack, and stores the result in the
    /// transposition table (TT).
    fn search_root(&mut self, node: Node<'_, P, E::State>, alpha: Score, beta: Score) -> Score {
        let evaluation = self.frames[0].evaluation;
        let context = NodeContext {
            alpha,
            beta,
            evaluation,
            is_threatened: false,
            is_improving: false,
            entry: None,
        };
        let result = self.search_moves::<true, true>(node, context, 0);
        if !self.stopped {
            let entry = TtEntry {
                mv: self.best,
                score: result.score,
                evaluation: NO_EVALUATION,
                depth: node.depth,
                bound: Bound::of(result.score, alpha, beta),
            };
            self.table.store(node.key, 0, entry);
        }
        result.score
    }
}
