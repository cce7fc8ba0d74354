//! Principal variation search (PVS) of the nodes below the root, with its pruning, reductions and
//! extensions: reverse futility pruning (RFP), razoring, null-move pruning (NMP), internal
//! iterative reductions (IIR), futility pruning, late move pruning (LMP), late move reductions
//! (LMR), singular extensions.

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::history::History;
use crate::move_stack::Candidate;
use crate::score::{is_proven, loss_in, win_in, Score, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// Node to be searched: its position, depth and place in the tree.
pub(crate) struct Node<'a, P, S> {
    pub(crate) pos: &'a P,
    pub(crate) state: &'a S,
    /// Plies below the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: i32,
    /// `true` if the parent expects a beta cutoff here.
    pub(crate) is_cut_node: bool,
}

impl<P, S> Node<'_, P, S> {
    /// Returns the child with the position and the state after a move.
    #[inline]
    pub(crate) fn child<'a>(&self, pos: &'a P, state: &'a S) -> Node<'a, P, S> {
        let (ply, depth) = (self.ply + 1, self.depth - 1);
        Node { pos, state, ply, depth, is_cut_node: !self.is_cut_node }
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
        let Node { pos, ply, .. } = node;
        if self.enter_node() {
            return 0;
        }
        if let Some(score) = self.proven(pos, ply) {
            return score;
        }
        if self.is_repetition(pos, ply) {
            return self.draw(ply);
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
        let key = self.engine.key(pos);
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

    /// Returns a score if the node, outside of the principal variation, can be pruned as a whole
    /// without a search of its moves. Never returns a proven score that a complete list of moves
    /// did not prove.
    #[inline]
    fn prune_node(
        &mut self,
        node: Node<'_, P, E::State>,
        context: NodeContext<P::Move>,
    ) -> Option<Score> {
        let Node { ply, depth, .. } = node;
        let NodeContext { alpha, beta, is_improving, entry, .. } = context;
        if is_proven(beta) || is_proven(alpha) {
            return None;
        }
        // The table's score is a better evaluation than the static one where its bound allows.
        let evaluation = match entry {
            Some(TtEntry { score, bound, .. })
                if !is_proven(score)
                    && bound.decides(score, context.evaluation, context.evaluation) =>
            {
                score
            }
            _ => context.evaluation,
        };

        // Reverse futility pruning (RFP): so far above beta that a few quiet plies do not matter.
        let margin = self.params.reverse_futility_margin * (depth - i32::from(is_improving));
        if depth <= self.params.reverse_futility_depth && evaluation - margin >= beta {
            return Some(evaluation);
        }

        // Razoring: so far below alpha that only noisy moves could help.
        let margin = self.params.razoring_margin * depth;
        if depth <= self.params.razoring_depth && evaluation + margin <= alpha {
            let score = self.quiesce(node, alpha, beta);
            if score <= alpha {
                return Some(score);
            }
        }

        // Null-move pruning (NMP): if a pass keeps the score above beta, some move will.
        let may_pass = self.frames[ply].may_pass && depth >= self.params.null_move_depth;
        if !may_pass || evaluation < beta {
            return None;
        }
        let reduced =
            depth - 1 - self.params.null_move_base - depth / self.params.null_move_divisor;
        self.frames[ply + 1].may_pass = false;
        let score = self.make_null_move(node, |search, child| {
            let child = Node { depth: reduced, is_cut_node: false, ..child };
            -search.search_node::<false>(child, -beta, -beta + 1)
        });
        self.frames[ply + 1].may_pass = true;
        let score = score?;
        if self.stopped || score < beta {
            return None;
        }
        // A win after a null move does not prove a win.
        let score = if is_proven(score) { beta } else { score };
        if depth < self.params.null_move_verified_depth {
            return Some(score);
        }
        // Verification search at high depth, against zugzwang.
        self.frames[ply].may_pass = false;
        let verified = self.search_node::<false>(Node { depth: reduced, ..node }, beta - 1, beta);
        self.frames[ply].may_pass = true;
        (verified >= beta).then_some(score)
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
                self.push_candidates(pos, ply, tt_move);
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
                continue;
            }
            number += 1;

            let extension = match self.singular_extension(node, context, candidate) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => {
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

    /// Searches a child by principal variation search (PVS) and returns its score for the parent:
    /// the first child with the window `alpha..beta`; a later one, to which a late move reduction
    /// (LMR) belongs, with a null window first, and again where the result asks for it.
    #[inline]
    pub(crate) fn search_child<const PV: bool>(
        &mut self,
        child: Node<'_, P, E::State>,
        reduction: Option<i32>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let first = Node { is_cut_node: !PV && child.is_cut_node, ..child };
        let Some(reduction) = reduction else {
            return -self.search_node::<PV>(first, -beta, -alpha);
        };
        let depth = (child.depth - reduction).max(0);
        let reduced = Node { depth, is_cut_node: true, ..child };
        let mut score = -self.search_node::<false>(reduced, -alpha - 1, -alpha);
        if score > alpha && depth < child.depth {
            score = -self.search_node::<false>(child, -alpha - 1, -alpha);
        }
        if PV && score > alpha && score < beta {
            score = -self.search_node::<true>(first, -beta, -alpha);
        }
        score
    }

    /// Returns whether the remaining quiet moves of a shallow node may be skipped: late move
    /// pruning (LMP) and futility pruning. The caller has a move that does not lose, so that a loss
    /// is never concluded from a shortened list.
    #[inline]
    fn is_prunable<const PV: bool>(
        &self,
        depth: i32,
        context: NodeContext<P::Move>,
        number: i32,
    ) -> bool {
        let NodeContext { alpha, evaluation, is_threatened, is_improving, .. } = context;
        if PV || is_threatened || is_proven(alpha) {
            return false;
        }
        let kept = self.params.move_count_base + depth * depth / (2 - i32::from(is_improving));
        let is_late = depth <= self.params.move_count_depth && number >= kept;
        let is_futile = depth <= self.params.futility_depth
            && evaluation + self.params.futility_margin * (depth + 1) <= alpha;
        is_late || is_futile
    }

    /// Returns the late move reduction (LMR), in plies: more for later moves of deeper nodes, at
    /// expected cut nodes, and if the position is not improving; less in the principal variation
    /// and for moves with a good history.
    #[inline]
    fn reduction<const PV: bool, const ROOT: bool>(
        &self,
        node: Node<'_, P, E::State>,
        context: NodeContext<P::Move>,
        candidate: Candidate<P::Move>,
        number: i32,
    ) -> i32 {
        if candidate.is_noisy || context.is_threatened || node.depth < self.params.reduction_depth {
            return 0;
        }
        if ROOT {
            return i32::from(number > 4);
        }
        let depth = node.depth.min(63) as usize;
        let mut plies = self.reductions[depth][number.min(63) as usize];
        plies -= i32::from(PV);
        plies += i32::from(node.is_cut_node);
        plies += i32::from(!context.is_improving);
        plies -= candidate.score / self.params.reduction_history;
        plies.clamp(0, node.depth - 1)
    }

    /// Singular extension: a reduced search without the table move checks that all other moves stay
    /// below a margin. If so, the table move is extended by a ply. If the others reach beta as
    /// well, the node is cut (multi-cut).
    #[inline]
    fn singular_extension(
        &mut self,
        node: Node<'_, P, E::State>,
        context: NodeContext<P::Move>,
        candidate: Candidate<P::Move>,
    ) -> Singular {
        let Node { ply, depth, .. } = node;
        let Some(entry) = context.entry else {
            return Singular::Extend(0);
        };
        if entry.mv != Some(candidate.mv)
            || depth < self.params.singular_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_proven(entry.score)
        {
            return Singular::Extend(0);
        }
        let bar = entry.score - self.params.singular_margin * depth;
        self.frames[ply].excluded = Some(candidate.mv);
        let shallow = Node { depth: (depth - 1) / 2, ..node };
        let others = self.search_node::<false>(shallow, bar - 1, bar);
        self.frames[ply].excluded = None;
        if others < bar {
            Singular::Extend(1)
        } else if bar >= context.beta && !is_proven(others) {
            Singular::Cut(bar)
        } else {
            Singular::Extend(0)
        }
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

/// Conclusion of a singular search.
enum Singular {
    /// Extend the move by this many plies.
    Extend(i32),
    /// Return this score for the node (multi-cut).
    Cut(Score),
}
