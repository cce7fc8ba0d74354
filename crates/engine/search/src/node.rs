use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::history::{History, MadeMove};
use crate::move_stack::Candidate;
use crate::score::{is_proven, loss_in, win_in, Score, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// A node about to be searched: where it stands in the tree and what its parent asks.
pub(crate) struct Node<'a, P, S> {
    pub(crate) pos: &'a P,
    pub(crate) state: &'a S,
    /// Plies below the root.
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: i32,
    /// Whether the parent expects some move to cut off.
    pub(crate) is_cut_node: bool,
}

impl<P, S> Clone for Node<'_, P, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, S> Copy for Node<'_, P, S> {}

/// What a node knows of itself before its moves are searched.
#[derive(Clone, Copy)]
struct NodeContext<M> {
    alpha: Score,
    beta: Score,
    evaluation: Score,
    is_threatened: bool,
    is_improving: bool,
    known: Option<TtEntry<M>>,
}

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Searches `node` within `alpha..beta`, fail-soft, as part of the principal variation (`PV`)
    /// or with a window of one. Returns anything once the search has stopped.
    pub(crate) fn search_node<const PV: bool>(
        &mut self,
        mut node: Node<'_, P, E::State>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        #[cfg(feature = "simultaneous")]
        if let Some(simultaneous) = self.engine.simultaneous_move(node.pos) {
            return self.solve::<PV>(node, &simultaneous, alpha, beta);
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

        // Mate-distance pruning: a result already found nearer to the root cannot be beaten here.
        let (alpha, beta) = (alpha.max(loss_in(ply)), beta.min(win_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }

        // Threat extension.
        let is_threatened = self.engine.is_threatened(pos);
        node.depth += i32::from(is_threatened);

        let excluded = self.frames[ply].excluded;
        let key = self.engine.key(pos);
        let known = match excluded {
            None => self.table.probe::<P::Move>(key, ply),
            Some(_) => None,
        };
        if let Some(found) = known {
            let is_enough = found.depth >= node.depth || is_proven(found.score);
            if !PV && is_enough && found.bound.decides(found.score, alpha, beta) {
                return found.score;
            }
        }
        if ply >= MAX_PLY - 1 {
            return self.engine.evaluate(pos, node.state);
        }

        let evaluation = match known {
            _ if is_threatened => NO_EVALUATION,
            Some(found) if found.evaluation != NO_EVALUATION => found.evaluation,
            _ if excluded.is_some() => self.frames[ply].evaluation,
            _ => self.engine.evaluate(pos, node.state),
        };
        let is_improving = !is_threatened && ply >= 2 && {
            let before = self.frames[ply - 2].evaluation;
            before != NO_EVALUATION && evaluation > before
        };
        self.frames[ply].evaluation = evaluation;
        self.frames[ply + 1].killers = [None, None];
        let node_context =
            NodeContext { alpha, beta, evaluation, is_threatened, is_improving, known };

        if !PV && !is_threatened && excluded.is_none() {
            if let Some(score) = self.prune_node(node, node_context) {
                return score;
            }
        }

        // Internal iterative reduction: without a move to try first, a shallower search finds one.
        let has_move = known.is_some_and(|found| found.mv.is_some());
        if !has_move
            && excluded.is_none()
            && (PV || node.is_cut_node)
            && node.depth >= self.params.internal_reduction_depth
        {
            node.depth -= 1;
        }

        let start = self.moves.len();
        self.push_candidates(pos, ply, known.and_then(|found| found.mv));
        let result = self.search_moves::<PV>(node, node_context, start);
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if excluded.is_none() {
            let found = TtEntry {
                mv: result.best,
                score: result.score,
                evaluation,
                depth: node.depth,
                bound: match result.score {
                    score if score >= beta => Bound::Lower,
                    score if score > alpha => Bound::Exact,
                    _ => Bound::Upper,
                },
            };
            self.table.store(key, ply, found);
        }
        result.score
    }

    /// Tries to leave a node outside of the principal variation without searching its moves. Never
    /// returns a proven score that was not proven by a complete list.
    #[inline]
    fn prune_node(
        &mut self,
        node: Node<'_, P, E::State>,
        node_context: NodeContext<P::Move>,
    ) -> Option<Score> {
        let Node { ply, depth, .. } = node;
        let NodeContext { alpha, beta, is_improving, known, .. } = node_context;
        if is_proven(beta) || is_proven(alpha) {
            return None;
        }
        // What the table knows of the score is a better evaluation than the static one.
        let evaluation = match known {
            Some(TtEntry { score, bound, .. })
                if !is_proven(score)
                    && bound.decides(score, node_context.evaluation, node_context.evaluation) =>
            {
                score
            }
            _ => node_context.evaluation,
        };

        // Reverse futility pruning: so far above beta that a few quiet plies will not change it.
        let margin = self.params.reverse_futility_margin * (depth - i32::from(is_improving));
        if depth <= self.params.reverse_futility_depth && evaluation - margin >= beta {
            return Some(evaluation);
        }

        // Razoring: so far below alpha that only captures could help.
        let margin = self.params.razoring_margin * depth;
        if depth <= self.params.razoring_depth && evaluation + margin <= alpha {
            let score = self.quiesce(node, alpha, beta);
            if score <= alpha {
                return Some(score);
            }
        }

        // Null move: if even passing keeps the score above beta, some move will.
        let may_pass = self.frames[ply].may_pass && depth >= self.params.null_move_depth;
        if !may_pass || evaluation < beta {
            return None;
        }
        let passed = self.engine.null_move(node.pos)?;
        let state = self.engine.pass(node.state, &passed);
        let reduced =
            depth - 1 - self.params.null_move_base - depth / self.params.null_move_divisor;
        self.frames[ply].made = MadeMove::NONE;
        self.frames[ply + 1].may_pass = false;
        let child =
            Node { pos: &passed, state: &state, ply: ply + 1, depth: reduced, is_cut_node: false };
        let score = -self.search_node::<false>(child, -beta, -beta + 1);
        self.frames[ply + 1].may_pass = true;
        if self.stopped || score < beta {
            return None;
        }
        // A win after a pass is no proof of a win.
        let score = if is_proven(score) { beta } else { score };
        if depth < self.params.null_move_verified_depth {
            return Some(score);
        }
        self.frames[ply].may_pass = false;
        let verified = self.search_node::<false>(Node { depth: reduced, ..node }, beta - 1, beta);
        self.frames[ply].may_pass = true;
        (verified >= beta).then_some(score)
    }

    /// Searches the moves on the stack from `start` on, the best first.
    fn search_moves<const PV: bool>(
        &mut self,
        node: Node<'_, P, E::State>,
        node_context: NodeContext<P::Move>,
        start: usize,
    ) -> Best<P::Move> {
        let Node { pos, state, ply, depth, .. } = node;
        let NodeContext { mut alpha, beta, .. } = node_context;
        let excluded = self.frames[ply].excluded;
        let mut result = Best { mv: None, best: None, score: -INFINITE };
        let mut number = 0;
        let mut index = start;
        while let Some(candidate) = self.moves.pick(index) {
            index += 1;
            if Some(candidate.mv) == excluded {
                continue;
            }
            if !candidate.is_noisy
                && result.score > -PROVEN
                && self.is_hopeless::<PV>(depth, node_context, number)
            {
                continue;
            }
            number += 1;

            let extension = match self.singular_extension(node, node_context, candidate) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => {
                    result.score = score;
                    return result;
                }
            };
            let made = Self::made_move(pos, candidate.slot);
            let mut after = pos.clone();
            after.play_unchecked(candidate.mv);
            let after_state = self.engine.update(state, pos, candidate.mv, &after);
            self.frames[ply].made = made;
            let child = Node {
                pos: &after,
                state: &after_state,
                ply: ply + 1,
                depth: depth - 1 + extension,
                is_cut_node: true,
            };
            let score = if number == 1 {
                let is_cut_node = !PV && !node.is_cut_node;
                -self.search_node::<PV>(Node { is_cut_node, ..child }, -beta, -alpha)
            } else {
                let reduction = self.reduction::<PV>(node, node_context, candidate, number);
                let reduced = Node { depth: (child.depth - reduction).max(0), ..child };
                let mut score = -self.search_node::<false>(reduced, -alpha - 1, -alpha);
                if score > alpha && reduced.depth < child.depth {
                    let full = Node { is_cut_node: !node.is_cut_node, ..child };
                    score = -self.search_node::<false>(full, -alpha - 1, -alpha);
                }
                if PV && score > alpha && score < beta {
                    score = -self.search_node::<true>(
                        Node { is_cut_node: false, ..child },
                        -beta,
                        -alpha,
                    );
                }
                score
            };
            if self.stopped {
                return result;
            }
            if score <= result.score {
                continue;
            }
            result.score = score;
            result.mv = Some(candidate.mv);
            if score > alpha {
                alpha = score;
                result.best = result.mv;
            }
            if score >= beta {
                self.learn_from_cut(node, start, index, candidate);
                break;
            }
        }
        debug_assert!(result.mv.is_some() || excluded.is_some(), "no candidate in {pos:?}");
        result
    }

    /// Tells whether the remaining quiet moves of a shallow node may be left out: futility pruning
    /// and move-count pruning. The caller has a move that does not lose, so that a loss is never
    /// concluded from a shortened list.
    #[inline]
    fn is_hopeless<const PV: bool>(
        &self,
        depth: i32,
        node_context: NodeContext<P::Move>,
        number: i32,
    ) -> bool {
        let NodeContext { alpha, evaluation, is_threatened, is_improving, .. } = node_context;
        if PV || is_threatened || is_proven(alpha) {
            return false;
        }
        let kept = self.params.move_count_base + depth * depth / (2 - i32::from(is_improving));
        let is_late = depth <= self.params.move_count_depth && number >= kept;
        let is_futile = depth <= self.params.futility_depth
            && evaluation + self.params.futility_margin * (depth + 1) <= alpha;
        is_late || is_futile
    }

    /// Late-move reduction, in plies: more for later moves of deeper nodes, and where a cut is
    /// expected or the side's position is not improving; less in the principal variation and for
    /// moves with a good history.
    #[inline]
    fn reduction<const PV: bool>(
        &self,
        node: Node<'_, P, E::State>,
        node_context: NodeContext<P::Move>,
        candidate: Candidate<P::Move>,
        number: i32,
    ) -> i32 {
        if candidate.is_noisy
            || node_context.is_threatened
            || node.depth < self.params.reduction_depth
        {
            return 0;
        }
        let depth = node.depth.min(63) as usize;
        let mut plies = self.reductions[depth][number.min(63) as usize];
        plies -= i32::from(PV);
        plies += i32::from(node.is_cut_node);
        plies += i32::from(!node_context.is_improving);
        plies -= candidate.score / self.params.reduction_history;
        plies.clamp(0, node.depth - 1)
    }

    /// Singular extension: a table move that stands out from all others, by a shallower search
    /// without it, is searched a ply deeper; if the others are good enough as well, the node is
    /// cut (multi-cut).
    #[inline]
    fn singular_extension(
        &mut self,
        node: Node<'_, P, E::State>,
        node_context: NodeContext<P::Move>,
        candidate: Candidate<P::Move>,
    ) -> Singular {
        let Node { ply, depth, .. } = node;
        let Some(found) = node_context.known else {
            return Singular::Extend(0);
        };
        if found.mv != Some(candidate.mv)
            || depth < self.params.singular_depth
            || found.depth < depth - 3
            || found.bound == Bound::Upper
            || is_proven(found.score)
        {
            return Singular::Extend(0);
        }
        let bar = found.score - self.params.singular_margin * depth;
        self.frames[ply].excluded = Some(candidate.mv);
        let shallow = Node { depth: (depth - 1) / 2, ..node };
        let others = self.search_node::<false>(shallow, bar - 1, bar);
        self.frames[ply].excluded = None;
        if others < bar {
            Singular::Extend(1)
        } else if bar >= node_context.beta && !is_proven(others) {
            Singular::Cut(bar)
        } else {
            Singular::Extend(0)
        }
    }

    /// Remembers a quiet move that cut off: as a killer, and in the history against the quiet
    /// moves tried before it, which stand on the stack from `start` to `end`.
    #[inline]
    fn learn_from_cut(
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
        self.history.learn(context, Self::made_move(node.pos, candidate.slot), bonus);
        for tried in self.moves.picked(start, end - 1) {
            if !tried.is_noisy {
                self.history.learn(context, Self::made_move(node.pos, tried.slot), -bonus);
            }
        }
    }
}

/// The outcome of searching a node's moves.
struct Best<M> {
    /// The move with the highest score.
    mv: Option<M>,
    /// The same, if its score lies above alpha: only then is it known to be the best.
    best: Option<M>,
    score: Score,
}

/// What a singular search concludes.
enum Singular {
    /// Search the move so many plies deeper.
    Extend(i32),
    /// Leave the node with this score.
    Cut(Score),
}
