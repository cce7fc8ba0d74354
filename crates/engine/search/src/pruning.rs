//! Pruning, reductions and extensions of a node: reverse futility pruning (RFP), razoring,
//! null-move pruning (NMP), futility pruning, late move pruning (LMP), late move reductions (LMR),
//! singular extensions.

use std::ops::ControlFlow;

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::move_stack::Candidate;
use crate::node::{Node, NodeContext};
use crate::score::{is_proven, Score};
use crate::searcher::Searcher;
use crate::table::{Bound, TtEntry};

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Returns a score if the node, outside of the principal variation, can be pruned as a whole
    /// without a search of its moves. Never returns a proven score that a complete list of moves
    /// did not prove.
    #[inline]
    pub(crate) fn prune_node(
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

    /// Returns whether the remaining quiet moves of a shallow node may be skipped: late move
    /// pruning (LMP) and futility pruning. The caller has a move that does not lose, so that a loss
    /// is never concluded from a shortened list.
    #[inline]
    pub(crate) fn is_prunable<const PV: bool>(
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
    pub(crate) fn reduction<const PV: bool, const ROOT: bool>(
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
    ///
    /// Returns the plies of the extension, or breaks with the score of the node.
    #[inline]
    pub(crate) fn singular_extension(
        &mut self,
        node: Node<'_, P, E::State>,
        context: NodeContext<P::Move>,
        candidate: Candidate<P::Move>,
    ) -> ControlFlow<Score, i32> {
        let Node { ply, depth, .. } = node;
        let Some(entry) = context.entry else {
            return ControlFlow::Continue(0);
        };
        if entry.mv != Some(candidate.mv)
            || depth < self.params.singular_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_proven(entry.score)
        {
            return ControlFlow::Continue(0);
        }
        let bar = entry.score - self.params.singular_margin * depth;
        self.frames[ply].excluded = Some(candidate.mv);
        let shallow = Node { depth: (depth - 1) / 2, ..node };
        let others = self.search_node::<false>(shallow, bar - 1, bar);
        self.frames[ply].excluded = None;
        if others < bar {
            ControlFlow::Continue(1)
        } else if bar >= context.beta && !is_proven(others) {
            ControlFlow::Break(bar)
        } else {
            ControlFlow::Continue(0)
        }
    }
}
