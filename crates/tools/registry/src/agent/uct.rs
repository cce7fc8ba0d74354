//! UCT baseline: plain Monte Carlo tree search (MCTS) with random playouts.

use std::time::{Duration, Instant};

use fastrand::Rng;
use gamekit::{Outcome, Player, Position};

use super::baseline::{Choose, Effort};

/// Exploration constant of the UCB1 formula: the square root of two (Auer, Cesa-Bianchi and
/// Fischer, 2002).
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Maximum length of a playout in plies. A longer playout counts as a draw.
const PLAYOUT_PLIES: usize = 1000;

/// Share of a time limit that is used, as numerator and denominator. The bots use the same share.
const TIME_USED: (u32, u32) = (17, 20);

/// UCT (upper confidence bounds applied to trees, a form of MCTS) in its plain form: each iteration
/// adds one node and plays one random playout from it, and the most visited move is played. The
/// tree is built anew for every move.
pub(crate) struct Uct {
    effort: Effort,
    rng: Rng,
}

/// Node of the tree. Its points are those of the player who moved into it.
struct Node<M> {
    mv: Option<M>,
    mover: Player,
    visits: u32,
    points: f64,
    children: Vec<usize>,
    untried: Vec<M>,
}

impl Uct {
    pub(crate) fn new(effort: Effort, rng: Rng) -> Uct {
        Uct { effort, rng }
    }

    /// Returns whether to continue after this number of iterations. At least one is needed to have
    /// a move.
    fn goes_on(&self, iterations: u32, started: Instant, limit: Duration) -> bool {
        match self.effort {
            Effort::Iterations(wanted) => iterations < wanted.get(),
            Effort::Time => {
                iterations == 0 || started.elapsed() < limit * TIME_USED.0 / TIME_USED.1
            }
        }
    }

    fn playout<P: Position>(&mut self, mut pos: P) -> Outcome {
        let mut moves = Vec::new();
        for _ in 0..PLAYOUT_PLIES {
            if let Some(outcome) = pos.outcome() {
                return outcome;
            }
            moves.clear();
            pos.legal_moves(|mv| moves.push(mv));
            match self.rng.choice(&moves) {
                Some(&mv) => pos.play_unchecked(mv),
                None => break,
            }
        }
        Outcome::Draw
    }
}

impl<P: Position> Choose<P> for Uct {
    fn choose(&mut self, root: &P, limit: Duration) -> Option<P::Move> {
        let started = Instant::now();
        let mut iterations = 0;
        let mut tree = vec![Node::new(root, None, root.side_to_move().opponent())];
        let mut path = Vec::new();
        while self.goes_on(iterations, started, limit) {
            iterations += 1;
            let mut pos = root.clone();
            let mut at = 0;
            path.clear();
            path.push(at);
            while tree[at].untried.is_empty() && !tree[at].children.is_empty() {
                at = best_child(&tree, at);
                pos.play_unchecked(tree[at].mv.expect("every node except the root has a move"));
                path.push(at);
            }
            if !tree[at].untried.is_empty() {
                let index = self.rng.usize(..tree[at].untried.len());
                let mv = tree[at].untried.swap_remove(index);
                let mover = pos.side_to_move();
                pos.play_unchecked(mv);
                let child = tree.len();
                tree.push(Node::new(&pos, Some(mv), mover));
                tree[at].children.push(child);
                path.push(child);
            }
            let outcome = self.playout(pos);
            for &node in &path {
                let mover = tree[node].mover;
                tree[node].visits += 1;
                tree[node].points += outcome.score(mover);
            }
        }
        let tried = tree[0].children.iter().copied();
        let most_visited = tried.max_by_key(|&child| tree[child].visits)?;
        tree[most_visited].mv
    }
}

impl<M> Node<M> {
    fn new<P: Position<Move = M>>(pos: &P, mv: Option<M>, mover: Player) -> Node<M> {
        let mut untried = Vec::new();
        if pos.outcome().is_none() {
            pos.legal_moves(|mv| untried.push(mv));
        }
        Node { mv, mover, visits: 0, points: 0.0, children: Vec::new(), untried }
    }
}

/// Returns the child node with the highest upper confidence bound (UCB1).
fn best_child<M>(tree: &[Node<M>], parent: usize) -> usize {
    let log_visits = f64::from(tree[parent].visits).ln();
    let bound = |child: &usize| {
        let (visits, points) = (f64::from(tree[*child].visits), tree[*child].points);
        points / visits + EXPLORATION * (log_visits / visits).sqrt()
    };
    let children = tree[parent].children.iter().copied();
    children.max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("an inner node has children")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use breakthrough::Position as Breakthrough;

    use super::*;

    fn uct(iterations: u32, seed: u64) -> Uct {
        let iterations = NonZeroU32::new(iterations).unwrap();
        Uct::new(Effort::Iterations(iterations), Rng::with_seed(seed))
    }

    #[track_caller]
    fn check_finds(position: &str, expected: &str) {
        let pos: Breakthrough = position.parse().unwrap();
        for seed in 0..5 {
            let mv = uct(2000, seed).choose(&pos, Duration::ZERO).unwrap();
            assert_eq!(mv.to_string(), expected, "seed {seed}");
        }
    }

    #[test]
    fn a_win_in_one_is_found_for_either_side() {
        check_finds("p7/P7/8/8/8/8/2p4P/8 w", "a7b8");
        check_finds("8/2P4p/8/8/8/8/p7/P7 b", "a2b1");
    }

    #[test]
    fn a_loss_in_one_is_prevented() {
        check_finds("7p/8/8/8/8/8/1p6/2P4P w", "c1b2");
    }

    #[test]
    fn the_same_seed_plays_the_same_move() {
        let choose = |seed| uct(50, seed).choose(&Breakthrough::initial(), Duration::ZERO);
        assert_eq!(choose(3), choose(3));
        let distinct: std::collections::HashSet<_> = (0..20).map(choose).collect();
        assert!(distinct.len() > 1);
    }

    #[test]
    fn the_fixed_share_of_the_time_is_used() {
        let limit = Duration::from_millis(20);
        let started = Instant::now();
        let mut uct = Uct::new(Effort::Time, Rng::with_seed(1));
        assert!(uct.choose(&Breakthrough::initial(), limit).is_some());
        assert!(started.elapsed() >= limit * TIME_USED.0 / TIME_USED.1);
    }

    #[test]
    fn a_move_is_found_even_without_time() {
        let mut uct = Uct::new(Effort::Time, Rng::with_seed(1));
        assert!(uct.choose(&Breakthrough::initial(), Duration::ZERO).is_some());
    }
}
