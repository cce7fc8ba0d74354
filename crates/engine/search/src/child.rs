//! Child nodes: one way to make a move, or a null move, and to search the position after it.

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::history::MadeMove;
use crate::move_stack::Candidate;
use crate::node::Node;
use crate::score::Score;
use crate::searcher::Searcher;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Makes a move of `node` on a copy of its position and returns the score of `search`, which
    /// gets the child, one ply less deep.
    ///
    /// The child is not returned, since that would copy the engine's state: 3% more instructions
    /// with a network.
    #[inline]
    pub(crate) fn make_move(
        &mut self,
        node: Node<'_, P, E::State>,
        candidate: Candidate<P::Move>,
        search: impl FnOnce(&mut Self, Node<'_, P, E::State>) -> Score,
    ) -> Score {
        let mut pos = node.pos.clone();
        pos.play_unchecked(candidate.mv);
        let key = self.prefetched_key(&pos);
        let state = self.engine.update(node.state, node.pos, candidate.mv, &pos);
        self.frames[node.ply].made = Self::made_move(node.pos, candidate.slot);
        self.frames[node.ply].is_quiet = !candidate.is_noisy;
        search(self, node.child(&pos, &state, key))
    }

    /// Makes a null move in `node` and returns the score of `search`, which gets the child, one ply
    /// less deep. Returns `None` if the engine allows no null move.
    #[inline]
    pub(crate) fn make_null_move(
        &mut self,
        node: Node<'_, P, E::State>,
        search: impl FnOnce(&mut Self, Node<'_, P, E::State>) -> Score,
    ) -> Option<Score> {
        let pos = self.engine.null_move(node.pos)?;
        let key = self.prefetched_key(&pos);
        let state = self.engine.pass(node.state, &pos);
        self.frames[node.ply].made = MadeMove::NONE;
        self.frames[node.ply].is_quiet = false;
        Some(search(self, node.child(&pos, &state, key)))
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
}
