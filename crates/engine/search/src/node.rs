//! Nodes of the principal variation search (PVS): transposition-table (TT) cutoffs, internal
//! iterative reductions (IIR), and the loop over the moves, the root's among them.

use std::ops::ControlFlow;

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::history::History;
use crate::move_stack::Candidate;
use crate::score::{is_proven, loss_in, win_in, Score, MAX_EVALUATION, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// Node to be searched: its position, depth and place in the tree.
pub(crate) struct Node<'a, P, S> {
    pub(crate) pos: &'a P,
    pub(crate) state: &'a S,
    /// Key of the position for the transposition table (TT).
    pub(crate) key: u64,
    /// Plies below the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: i32,
    /// `true` if the parent expects a beta cutoff here.
    pub(crate) is_cut_node: bool,
}

impl<P, S> Node<'_, P, S> {
    /// Returns the child with the position, the state and the key after a move.
    #[inline]
    pub(crate) fn child<'a>(&self, pos: &'a P, state: &'a S, key: u64) -> Node<'a, P, S> {
        let (ply, depth) = (self.ply + 1, self.depth - 1);
        Node { pos, state, key, ply, depth, is_cut_node: !self.is_cut_node }
    }
}

impl<P, S> Clone for Node<'_, P, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, S> Copy for Node<'_, P, S> {}

/// Facts about a node that are known before its moves are searched.
#[derive(Clone, Copy)]
pub(crate) struct NodeContext<M> {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) evaluation: Score,
    pub(crate) is_threatened: bool,
    pub(crate) is_improving: bool,
    /// The node's entry in the transposition table (TT).
    pub(crate) entry: Option<TtEntry<M>>,
}

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Searches `node` within `alpha..beta`, fail-soft, as part of the principal variation (`PV`)
    /// or with a null window. The value is meaningless once the search has stopped.
    pub(crate) fn search_node<const PV: bool>(
        &mut self,
        mut node: Node<'_, P, E::State>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        #[cfg(feature = "simultaneous")]
        if let Some(simultaneous) = self.engine.simultaneous_move(node.pos) {
            let score = self.solve::<PV>(node, &simultaneous, alpha, beta);
            // A principal variation (PV) ends before a simultaneous move, which is no single move.
            self.pv_table.clear(node.ply);
            return score;
        }
        if node.depth <= 0 {
            return self.quiesce(node, alpha, beta);
        }
        let Node { pos, key, ply, .. } = node;
        if self.enter_node() {
            return 0;
        }
        if let Some(score) = self.proven(pos, ply) {
            return score;
        }
        if self.is_repetition(pos, ply) {
            return self.repetition_score(node);
        }

        // Mate-distance pruning: a shorter win or loss is already known nearer to the root.
        let (alpha, beta) = (alpha.max(loss_in(ply)), beta.min(win_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }

        // Threat extension: a forced reply costs no depth.
        let is_threatened = self.engine.is_threatened(pos);
        node.depth += i32::from(is_threatened);

        let excluded = self.frames[ply].excluded;
        // Transposition-table (TT) cutoff.
        let entry = match excluded {
            None => self.table.probe::<P::Move>(key, ply),
            Some(_) => None,
        };
        if let Some(entry) = entry {
            let is_enough = entry.depth >= node.depth || is_proven(entry.score);
            if !PV && is_enough && entry.bound.decides(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        if ply >= MAX_PLY - 1 {
            return self.engine.evaluate(pos, node.state);
        }

        let evaluation = match entry {
            _ if is_threatened => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ if excluded.is_some() => self.frames[ply].evaluation,
            _ => self.engine.evaluate(pos, node.state),
        };
        let is_improving = !is_threatened && ply >= 2 && {
            let before = self.frames[ply - 2].evaluation;
            before != NO_EVALUATION && evaluation > before
        };
        self.frames[ply].evaluation = evaluation;
        // A player who acts twice in a row evaluates both positions for himself.
        let is_credited = P::ALTERNATES && self.params.evaluation_bonus > 0;
        if is_credited && excluded.is_none() && ply > 0 {
            self.credit_last_move(ply);
        }
        self.frames[ply + 1].killers = [None, None];
        let context = NodeContext { alpha, beta, evaluation, is_threatened, is_improving, entry };

        if !PV && !is_threatened && excluded.is_none() {
            if let Some(score) = self.prune_node(node, context) {
                return score;
            }
        }

        // Internal iterative reduction (IIR): the node has no table move to try first, so it is
        // searched a ply less deep, and a later visit finds the move of this search in the table.
        let has_move = entry.is_some_and(|entry| entry.mv.is_some());
        if !has_move
            && excluded.is_none()
            && (PV || node.is_cut_node)
            && node.depth >= self.params.internal_reduction_depth
        {
            node.depth -= 1;
        }

        let start = self.moves.len();
        let result = self.search_moves::<PV, false>(node, context, start);
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if excluded.is_none() {
            let entry = TtEntry {
                mv: result.mv,
                score: result.score,
                evaluation,
                depth: node.depth,
                bound: Bound::of(result.score, alpha, beta),
            };
            self.table.store(key, ply, entry);
        }
        result.score
    }

    /// Adds a bonus to the history of the move that led to the node at `ply`, if it is quiet, by
    /// the change of the static evaluation for its side.
    #[inline]
    fn credit_last_move(&mut self, ply: usize) {
        let [last, here] = [self.frames[ply - 1], self.frames[ply]];
        if last.is_quiet && ![last.evaluation, here.evaluation].contains(&NO_EVALUATION) {
            // Both are for the side to move, so that the sum is what the move lost.
            let gain = -(last.evaluation + here.evaluation);
            let bonus = History::evaluation_bonus(gain, &self.params);
            self.history.update(self.context(ply - 1), last.made, bonus);
        }
    }

    /// Returns the score of `node`, which is a repetition: that of a draw, or that of the position
    /// less a cost.
    #[inline]
    fn repetition_score(&self, node: Node<'_, P, E::State>) -> Score {
        let Some(cost) = self.engine.repetition_cost(node.pos) else {
            return self.draw(node.ply);
        };
        let cost = if node.ply % 2 == 0 { cost } else { -cost };
        (self.engine.evaluate(node.pos, node.state) - cost).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Searches the moves of a node by principal variation search (PVS): the table's move, then the
    /// others, the best first, which lie on the stack from `start` on. At the root (`ROOT`) no move
    /// is pruned, and each new best move goes to the front of the list, where the next iteration
    /// finds it and a stop leaves it.
    pub(crate) fn search_moves<const PV: bool, const ROOT: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        context: NodeContext<P::Move>,
        start: usize,
    ) -> Best<P::Move> {
        let Node { pos, ply, depth, .. } = node;
        let NodeContext { mut alpha, beta, .. } = context;
        let excluded = self.frames[ply].excluded;
        let mut result = Best { mv: None, score: -INFINITE };
        let mut number = 0;
        let mut index = start;
        // The table's move is tried before the others are generated: a cutoff saves that.
        let mut is_generated = ROOT;
        let tt_move = context.entry.and_then(|entry| entry.mv);
        let tt_move = tt_move.filter(|&mv| self.engine.is_candidate(pos, mv));
        if let Some(mv) = tt_move {
            let score = self.engine.score_move(pos, mv);
            self.moves.push(Candidate { score: i32::MAX, ..Candidate::new(mv, score) });
        }
        loop {
            let Some(candidate) = self.moves.pick(index) else {
                if is_generated {
                    break;
                }
                // The quiet moves would all be pruned.
                let only_noisy =
                    result.score > -PROVEN && self.is_prunable::<PV>(depth, context, number);
                self.push_candidates(pos, ply, tt_move, only_noisy);
                is_generated = true;
                continue;
            };
            index += 1;
            if Some(candidate.mv) == excluded {
                continue;
            }
            if !candidate.is_noisy
                && result.score > -PROVEN
                && self.is_prunable::<PV>(depth, context, number)
            {
                // So are the quiet moves after it: the limits only get tighter.
                self.moves.keep_noisy(index);
                continue;
            }
            number += 1;

            let extension = match self.singular_extension(node, context, candidate) {
                ControlFlow::Continue(plies) => plies,
                ControlFlow::Break(score) => {
                    result.score = score;
                    return result;
                }
            };
            let reduction =
                (number > 1).then(|| self.reduction::<PV, ROOT>(node, context, candidate, number));
            if PV {
                self.pv_table.clear(ply + 1);
            }
            let extended = Node { depth: depth + extension, ..node };
            let score = self.make_move(extended, candidate, |search, child| {
                search.search_child::<PV>(child, reduction, alpha, beta)
            });
            if self.stopped {
                return result;
            }
            if score <= result.score {
                continue;
            }
            result.score = score;
            if score > alpha {
                alpha = score;
                result.mv = Some(candidate.mv);
                if PV {
                    self.pv_table.set(ply, candidate.mv);
                }
                if ROOT {
                    self.moves.move_to_front(start, index - 1);
                    self.best = result.mv;
                }
            }
            if score >= beta {
                if !ROOT {
                    self.record_cutoff(node, start, index, candidate);
                }
                break;
            }
        }
        debug_assert!(number > 0 || excluded.is_some(), "no candidate in {pos:?}");
        result
    }

    /// Records a quiet move that caused a beta cutoff: as a killer move, and in the history, with a
    /// malus for the quiet moves searched before it, which stand on the stack from `start` to
    /// `end`.
    #[inline]
    fn record_cutoff(
        &mut self,
        node: Node<'_, P, E::State>,
        start: usize,
        end: usize,
        candidate: Candidate<P::Move>,
    ) {
        if candidate.is_noisy {
            return;
        }
        let killers = &mut self.frames[node.ply].killers;
        if killers[0] != Some(candidate.mv) {
            *killers = [Some(candidate.mv), killers[0]];
        }
        let context = self.context(node.ply);
        let bonus = History::bonus(node.depth, &self.params);
        self.history.update(context, Self::made_move(node.pos, candidate.slot), bonus);
        for tried in self.moves.picked(start, end - 1) {
            if !tried.is_noisy {
                self.history.update(context, Self::made_move(node.pos, tried.slot), -bonus);
            }
        }
    }
}

/// Result of searching a node's moves.
pub(crate) struct Best<M> {
    /// The best move, if its score is above alpha: only then is it known to be the best.
    pub(crate) mv: Option<M>,
    pub(crate) score: Score,
}
