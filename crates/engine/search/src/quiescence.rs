//! Quiescence search: noisy moves, and replies to threats, until the position is quiet.

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::move_stack::Candidate;
use crate::node::{Best, Node};
use crate::score::{is_proven, Score};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};
use crate::table::{Bound, TtEntry, NO_EVALUATION};

/// Depth of quiescence search below which threats are no longer answered.
const DEEPEST_THREAT: i32 = -16;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Quiescence search: searches noisy moves only, until the position is quiet enough to be
    /// evaluated. A threatened side gets all its replies instead and may not stand pat, so that a
    /// loss found here is proven. The result is stored in the transposition table (TT), at depth 0,
    /// except a stand-pat cutoff by a cheap evaluation.
    pub(crate) fn quiesce(
        &mut self,
        node: Node<'_, P, E::State>,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let Node { pos, state, key, ply, depth, .. } = node;
        #[cfg(feature = "simultaneous")]
        if let Some(simultaneous) = self.engine.simultaneous_move(pos) {
            return self.solve::<false>(node, &simultaneous, alpha, beta);
        }
        if self.enter_node() {
            return 0;
        }
        if let Some(score) = self.proven(pos, ply) {
            return score;
        }
        let must_answer =
            |search: &Self| search.engine.is_threatened(pos) && depth > DEEPEST_THREAT;
        let mut evaluation = NO_EVALUATION;
        if E::IS_CHEAP && !must_answer(self) {
            evaluation = self.engine.evaluate(pos, state);
            if evaluation >= beta {
                return evaluation;
            }
        }
        let known = self.table.probe::<P::Move>(key, ply);
        if let Some(entry) = known {
            if entry.bound.decides(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        let must_answer = must_answer(self);
        let first_alpha = alpha;
        let mut best = Best { mv: None, score: -INFINITE };
        if !must_answer {
            // Stand pat: the side to move is not forced to play a noisy move.
            evaluation = match known {
                _ if E::IS_CHEAP => evaluation,
                Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
                _ => self.engine.evaluate(pos, state),
            };
            if ply >= MAX_PLY - 1 {
                return evaluation;
            }
            best.score = evaluation;
            alpha = alpha.max(evaluation);
        }

        let start = self.moves.len();
        if alpha < beta {
            let Searcher { engine, moves, .. } = self;
            let push = |mv| moves.push(Candidate::new(mv, engine.score_move(pos, mv)));
            if must_answer {
                engine.candidates(pos, push);
            } else {
                engine.noisy_candidates(pos, push);
            }
        }
        let mut index = start;
        while let Some(candidate) = self.moves.pick(index).filter(|_| alpha < beta) {
            index += 1;
            let score = self
                .make_move(node, candidate, |search, child| -search.quiesce(child, -beta, -alpha));
            if self.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > alpha {
                alpha = score;
                best.mv = Some(candidate.mv);
            }
        }
        self.moves.truncate(start);
        let Best { mv, score } = best;
        debug_assert!(self.stopped || score > -INFINITE, "no reply in {pos:?}");
        debug_assert!(must_answer || score >= 0 || !is_proven(score), "a loss while standing pat");
        // A deeper entry of the position, which did not decide here, is worth more than this one.
        if !self.stopped && known.is_none_or(|entry| entry.depth <= 0) {
            let bound = Bound::of(score, first_alpha, beta);
            self.table.store(key, ply, TtEntry { mv, score, evaluation, depth: 0, bound });
        }
        score
    }
}
