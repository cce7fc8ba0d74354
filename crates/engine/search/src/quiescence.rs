//! Quiescence search: noisy moves, and replies to threats, until the position is quiet.

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::move_stack::Candidate;
use crate::node::Node;
use crate::score::{is_proven, Score};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};

/// Depth of quiescence search below which threats are no longer answered.
const DEEPEST_THREAT: i32 = -16;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Quiescence search: searches noisy moves only, until the position is quiet enough to be
    /// evaluated. A threatened side gets all its replies instead and may not stand pat, so that a
    /// loss found here is proven.
    pub(crate) fn quiesce(
        &mut self,
        node: Node<'_, P, E::State>,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let Node { pos, state, ply, depth, .. } = node;
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
        if let Some(entry) = self.table.probe::<P::Move>(self.engine.key(pos), ply) {
            if entry.bound.decides(entry.score, alpha, beta) {
                return entry.score;
            }
        }
        let must_answer = self.engine.is_threatened(pos) && depth > DEEPEST_THREAT;
        let mut best = -INFINITE;
        if !must_answer {
            // Stand pat: the side to move is not forced to play a noisy move.
            best = self.engine.evaluate(pos, state);
            if best >= beta || ply >= MAX_PLY - 1 {
                return best;
            }
            alpha = alpha.max(best);
        }

        let start = self.moves.len();
        let Searcher { engine, moves, .. } = self;
        let push = |mv| moves.push(Candidate::new(mv, engine.score_move(pos, mv)));
        if must_answer {
            engine.candidates(pos, push);
        } else {
            engine.noisy_candidates(pos, push);
        }
        let mut index = start;
        while let Some(candidate) = self.moves.pick(index) {
            index += 1;
            let score = self
                .make_move(node, candidate, |search, child| -search.quiesce(child, -beta, -alpha));
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        debug_assert!(self.stopped || best > -INFINITE, "no reply in {pos:?}");
        debug_assert!(must_answer || best >= 0 || !is_proven(best), "a loss while standing pat");
        best
    }
}
