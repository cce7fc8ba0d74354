//! With everything off that could change its result, the search is plain negamax.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fmt;

use gamekit::{Move, Outcome, Player, Position};
use search::{
    score, Evaluate, Limits, MoveOrder, Params, Proof, Rank, Score, Searcher, Tactics, Task,
};

/// A node of a random tree: the path from the root decides everything about it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    path: u64,
    side: Player,
    plies: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Branch(u16);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Move for Branch {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Branch {
        Branch(bits)
    }
}

/// Scatters the bits of `path` (the finaliser of MurmurHash3).
fn scattered(path: u64) -> u64 {
    let path = (path ^ path >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let path = (path ^ path >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    path ^ path >> 33
}

impl Node {
    fn root(seed: u64) -> Node {
        Node { path: scattered(seed + 1), side: Player::First, plies: 0 }
    }
}

impl Position for Node {
    type Move = Branch;

    fn initial() -> Node {
        Node::root(0)
    }

    fn side_to_move(&self) -> Player {
        self.side
    }

    /// One node in six below the first two plies ends the game.
    fn outcome(&self) -> Option<Outcome> {
        match scattered(self.path ^ 1) % 18 {
            _ if self.plies < 2 => None,
            0 => Some(Outcome::Win(self.side)),
            1 => Some(Outcome::Win(self.side.opponent())),
            2 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn legal_moves(&self, visit: impl FnMut(Branch)) {
        if self.outcome().is_none() {
            let branches = 1 + scattered(self.path ^ 2) % 5;
            (1..=branches as u16).map(Branch).for_each(visit);
        }
    }

    fn play_unchecked(&mut self, mv: Branch) {
        self.path = scattered(self.path.wrapping_add(u64::from(mv.0)));
        self.side = self.side.opponent();
        self.plies += 1;
    }

    fn hash(&self) -> u64 {
        self.path
    }
}

struct Knowledge;

impl Evaluate<Node> for Knowledge {
    type State = ();

    fn refresh(&self, _: &Node) {}

    fn update(&self, (): &(), _: &Node, _: Branch, _: &Node) {}

    fn evaluate(&self, pos: &Node, (): &()) -> Score {
        (scattered(pos.path ^ 3) % 201) as Score - 100
    }
}

impl MoveOrder<Node> for Knowledge {
    const SLOTS: usize = 8;

    fn rank(&self, pos: &Node, mv: Branch) -> Rank {
        let value = (scattered(pos.path ^ u64::from(mv.0) << 8) % 1000) as i32;
        Rank { slot: usize::from(mv.0), value, is_noisy: false }
    }
}

impl Tactics<Node> for Knowledge {
    fn proof(&self, pos: &Node) -> Option<Proof> {
        pos.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) if winner == pos.side => Proof::Win { plies: 0 },
            Outcome::Win(_) => Proof::Loss { plies: 0 },
            Outcome::Draw => Proof::Draw,
        })
    }

    fn is_threatened(&self, _: &Node) -> bool {
        false
    }

    fn candidates(&self, pos: &Node, visit: impl FnMut(Branch)) {
        pos.legal_moves(visit);
    }

    fn noisy_candidates(&self, _: &Node, _: impl FnMut(Branch)) {}

    fn null_move(&self, _: &Node) -> Option<Node> {
        None
    }
}

/// The definition that the search has to meet.
fn negamax(pos: &Node, depth: usize, ply: usize) -> Score {
    match pos.outcome() {
        Some(Outcome::Win(winner)) if winner == pos.side => return score::win_in(ply),
        Some(Outcome::Win(_)) => return score::loss_in(ply),
        Some(Outcome::Draw) => return 0,
        None if depth == 0 => return Knowledge.evaluate(pos, &()),
        None => (),
    }
    let mut best = Score::MIN;
    pos.legal_moves(|mv| best = best.max(-negamax(&after(pos, mv), depth - 1, ply + 1)));
    best
}

fn after(pos: &Node, mv: Branch) -> Node {
    let mut child = pos.clone();
    child.play_unchecked(mv);
    child
}

fn legal_moves(pos: &Node) -> Vec<Branch> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

fn task<'a>(root: &'a Node, moves: &'a [Branch]) -> Task<'a, Node> {
    Task { root, moves, past: &[] }
}

#[test]
fn without_pruning_the_search_equals_plain_negamax() {
    let mut searcher = Searcher::new(Knowledge, Params::exact(), 1 << 20);
    let mut proven = 0;
    for seed in 0..300 {
        let root = Node::root(seed);
        let depth = 1 + seed as usize % 8;
        let result = searcher
            .search(&task(&root, &legal_moves(&root)), Limits::depth(depth), |_| ())
            .unwrap();
        assert_eq!(result.score, negamax(&root, depth, 0), "tree {seed} to depth {depth}");
        let reached = negamax(&after(&root, result.best), depth - 1, 1);
        assert_eq!(-reached, result.score, "the move of tree {seed} to depth {depth}");
        proven += u32::from(score::is_proven(result.score));
    }
    assert!((30..270).contains(&proven), "{proven} of 300 trees were decided");
}

#[test]
fn with_pruning_on_a_proven_result_is_still_the_truth() {
    let mut searcher = Searcher::new(Knowledge, Params::default(), 1 << 20);
    let mut proven = 0;
    for seed in 0..400 {
        let root = Node::root(1_000 + seed);
        let result =
            searcher.search(&task(&root, &legal_moves(&root)), Limits::depth(8), |_| ()).unwrap();
        if score::is_proven(result.score) {
            let plies = (score::WIN - result.score.abs()) as usize;
            let truth = negamax(&root, plies, 0);
            assert!(score::is_proven(truth), "tree {seed} is open");
            assert_eq!(truth.signum(), result.score.signum(), "tree {seed}");
            proven += 1;
        }
    }
    assert!(proven > 100, "only {proven} of 400 trees were decided");
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let root = Node::root(5);
    let run = |limits| {
        let mut searcher = Searcher::new(Knowledge, Params::default(), 1 << 20);
        let result = searcher.search(&task(&root, &legal_moves(&root)), limits, |_| ()).unwrap();
        (result.best, result.score, result.nodes)
    };
    assert_eq!(run(Limits::depth(9)), run(Limits::depth(9)));
    assert_eq!(run(Limits::nodes(500)), run(Limits::nodes(500)));
    assert!(run(Limits::nodes(500)).2 <= 500);
}

#[test]
fn only_the_given_root_moves_are_considered() {
    let mut searcher = Searcher::new(Knowledge, Params::default(), 1 << 20);
    for seed in 0..20 {
        let root = Node::root(seed);
        for mv in legal_moves(&root) {
            let result = searcher.search(&task(&root, &[mv]), Limits::depth(4), |_| ()).unwrap();
            assert_eq!(result.best, mv);
        }
    }
    assert!(searcher.search(&task(&Node::root(0), &[]), Limits::depth(4), |_| ()).is_none());
}

#[test]
fn a_report_follows_each_iteration_and_its_line_is_playable() {
    let mut searcher = Searcher::new(Knowledge, Params::exact(), 1 << 20);
    let root = Node::root(3);
    let mut depths = Vec::new();
    searcher.search(&task(&root, &legal_moves(&root)), Limits::depth(6), |report| {
        depths.push(report.depth);
        let mut pos = root.clone();
        assert_eq!(report.line.first(), Some(&report.best));
        for &mv in &report.line {
            pos.play(mv).unwrap();
        }
    });
    assert_eq!(depths, (1..=depths.len()).collect::<Vec<_>>());
}
