//! Best-first minimax search: an alternative to the alpha-beta search of [`Searcher`] with the same
//! engine and limits.
//!
//! The tree is kept in memory, and each step expands the leaf at the end of the principal variation
//! (Korf and Chickering, 1996). Values are backed up as in minimax, and proven results solve the
//! nodes that they decide (Cohen-Solal's completion, 2020). An exploration term as in UCT favours
//! rarely visited moves. The value of a new leaf is that of a shallow alpha-beta search.

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::limits::Limits;
use crate::node::Node;
use crate::params::Params;
use crate::root::{SearchResult, Task};
use crate::score::{is_proven, Score, PROVEN};
use crate::searcher::{Searcher, INFINITE, MAX_PLY};

/// Parameters by which a best-first search selects and evaluates leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BestFirstParams {
    /// Exploration constant in expected points: the factor of sqrt(ln(visits of the parent) /
    /// visits). 0 follows the principal variation alone.
    pub exploration: f32,
    /// Depth in plies of the alpha-beta search that evaluates a leaf; 0 is quiescence search.
    pub leaf_depth: i32,
    /// Weight of visits in the choice of the move to play: expected points per unit of the
    /// logarithm of visits.
    pub trust: f32,
    /// Maximum number of nodes in the tree.
    pub most_nodes: usize,
    /// Centi-pieces of evaluation per logit of expected points.
    pub units_per_logit: f32,
}

impl Default for BestFirstParams {
    fn default() -> BestFirstParams {
        BestFirstParams {
            exploration: 0.02,
            leaf_depth: 1,
            trust: 0.01,
            most_nodes: 1 << 21,
            units_per_logit: 200.0,
        }
    }
}

/// Best-first search of the positions of one game, with one engine.
pub struct BestFirst<P: Position, E> {
    searcher: Searcher<P, E>,
    params: BestFirstParams,
    tree: Vec<TreeNode<P::Move>>,
}

/// Node of the tree. All children of a node lie side by side.
#[derive(Clone, Copy, Debug)]
struct TreeNode<M> {
    /// The move that leads here.
    mv: M,
    /// The score for the side to move here, with wins and losses counted from the root.
    score: Score,
    /// Expected points of the side that moved here, by that score.
    points: f32,
    visits: u32,
    /// Index of the first child; 0 without children, since the root is no child.
    first: u32,
    children: u32,
    /// `true` if nothing below can change the score.
    is_solved: bool,
}

impl<P, E> BestFirst<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Returns a search that evaluates leaves with `params` and a transposition table within
    /// `table_bytes`.
    #[must_use]
    pub fn new(
        engine: E,
        params: Params,
        table_bytes: usize,
        best_first: BestFirstParams,
    ) -> BestFirst<P, E> {
        BestFirst {
            searcher: Searcher::new(engine, params, table_bytes),
            params: best_first,
            tree: Vec::new(),
        }
    }

    /// Clears the transposition table and the history tables.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// Searches for the best of the task's moves. Returns `None` if there are none. Nodes are those
    /// of the tree and of the leaves' searches; the depth is that of the longest line.
    ///
    /// The same state, task and node limit give the same result on every machine.
    pub fn search(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>> {
        let &first = task.moves.first()?;
        self.searcher.begin(task.root, task.past, limits);
        self.searcher.best = Some(first);
        self.tree.clear();
        self.tree.push(self.leaf(first, 0, false));
        let mut depth = 0;
        while !self.tree[0].is_solved && self.tree.len() < self.params.most_nodes {
            let Some(plies) = self.expand(task) else { break };
            depth = depth.max(plies);
        }
        Some(self.result(first, depth))
    }

    /// Descends to the most promising leaf, expands it and backs up the values. Returns the length
    /// of the line in plies; `None` if the search has to stop.
    fn expand(&mut self, task: &Task<'_, P>) -> Option<usize> {
        let mut path = vec![0];
        let mut pos = task.root.clone();
        let mut state = self.searcher.engine.refresh(&pos);
        while let Some(next) = self.select(path[path.len() - 1]) {
            let mut after = pos.clone();
            let mv = self.tree[next].mv;
            after.play_unchecked(mv);
            state = self.searcher.engine.update(&state, &pos, mv, &after);
            pos = after;
            self.searcher.is_repetition(&pos, path.len());
            path.push(next);
        }
        let leaf = path[path.len() - 1];
        let moves = match leaf {
            0 => task.moves.to_vec(),
            _ => {
                let mut moves = Vec::new();
                self.searcher.engine.candidates(&pos, |mv| moves.push(mv));
                moves
            }
        };
        let first = self.tree.len();
        for mv in moves {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let after_state = self.searcher.engine.update(&state, &pos, mv, &after);
            let child = self.evaluate_leaf(mv, &after, &after_state, path.len());
            if self.searcher.stopped {
                self.tree.truncate(first);
                return None;
            }
            self.tree.push(child);
        }
        self.tree[leaf].first = first as u32;
        self.tree[leaf].children = (self.tree.len() - first) as u32;
        for &node in path.iter().rev() {
            self.back_up(node);
        }
        Some(path.len())
    }

    /// Returns a new leaf `ply` plies below the root, evaluated by a shallow search.
    fn evaluate_leaf(
        &mut self,
        mv: P::Move,
        pos: &P,
        state: &E::State,
        ply: usize,
    ) -> TreeNode<P::Move> {
        if let Some(score) = self.searcher.proven(pos, ply) {
            return self.leaf(mv, score, true);
        }
        if self.searcher.is_repetition(pos, ply) {
            return self.leaf(mv, self.searcher.draw(ply), true);
        }
        let node = Node { pos, state, ply, depth: self.params.leaf_depth, is_cut_node: false };
        let score = self.searcher.search_node::<true>(node, -INFINITE, INFINITE);
        self.leaf(mv, score, is_proven(score) || ply + 1 >= MAX_PLY)
    }

    fn leaf(&self, mv: P::Move, score: Score, is_solved: bool) -> TreeNode<P::Move> {
        let points = self.points(score);
        TreeNode { mv, score, points, visits: 1, first: 0, children: 0, is_solved }
    }

    /// Returns the expected points of the side not to move if the side to move has `score`.
    fn points(&self, score: Score) -> f32 {
        1.0 / (1.0 + (score as f32 / self.params.units_per_logit).exp())
    }

    /// Returns the child of a node to descend to; `None` if the node is a leaf.
    fn select(&self, index: usize) -> Option<usize> {
        let node = &self.tree[index];
        let exploration = self.params.exploration * (node.visits as f32).ln().sqrt();
        let priority =
            |child: &TreeNode<P::Move>| child.points + exploration / (child.visits as f32).sqrt();
        let open = self.children(index).filter(|&child| !self.tree[child].is_solved);
        open.max_by(|&a, &b| priority(&self.tree[a]).total_cmp(&priority(&self.tree[b])))
    }

    fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let first = self.tree[index].first as usize;
        first..first + self.tree[index].children as usize
    }

    /// Updates a node with the score of its best child (backup).
    fn back_up(&mut self, index: usize) {
        let best = self.children(index).map(|child| -self.tree[child].score).max();
        let score = best.unwrap_or(self.tree[index].score);
        let is_solved =
            score >= PROVEN || self.children(index).all(|child| self.tree[child].is_solved);
        let points = self.points(score);
        let node = &mut self.tree[index];
        node.score = score;
        node.points = points;
        node.visits += 1;
        node.is_solved = is_solved;
    }

    /// Returns the child of a node with the best move to play.
    fn best_child(&self, index: usize) -> Option<usize> {
        let worth = |child: usize| {
            let TreeNode { score, points, visits, .. } = self.tree[child];
            match -score {
                won if is_proven(won) => won as f32,
                _ => points + self.params.trust * (visits as f32).ln(),
            }
        };
        self.children(index).max_by(|&a, &b| worth(a).total_cmp(&worth(b)).then(b.cmp(&a)))
    }

    fn result(&self, first: P::Move, depth: usize) -> SearchResult<P::Move> {
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(best) = self.best_child(node) {
            line.push(self.tree[best].mv);
            node = best;
        }
        let best = self.best_child(0);
        SearchResult {
            best: best.map_or(first, |best| self.tree[best].mv),
            score: best.map_or(0, |best| -self.tree[best].score),
            depth,
            nodes: self.searcher.nodes + self.tree.len() as u64,
            elapsed: self.searcher.time.started().elapsed(),
            line,
        }
    }
}
