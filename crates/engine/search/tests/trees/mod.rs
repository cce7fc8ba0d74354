//! Random game trees, and the plain negamax with which every search is compared.

use std::fmt;

use gamekit::{Move, Outcome, Player, Position};
use search::{score, Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics, Task};

/// Node of a random tree: the path from the root determines everything about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    path: u64,
    side: Player,
    plies: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Branch(u16);

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

/// Mixes the bits of `path` (the finaliser of MurmurHash3).
fn scattered(path: u64) -> u64 {
    let path = (path ^ path >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let path = (path ^ path >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    path ^ path >> 33
}

impl Node {
    pub(crate) fn root(seed: u64) -> Node {
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

/// Engine that knows ended games only; its evaluations are random, up to 100 times this factor.
pub(crate) struct Knowledge<const CHEAP: bool>(pub(crate) Score);

impl<const CHEAP: bool> Evaluate<Node> for Knowledge<CHEAP> {
    type State = ();

    const IS_CHEAP: bool = CHEAP;

    fn refresh(&self, _: &Node) {}

    fn update(&self, (): &(), _: &Node, _: Branch, _: &Node) {}

    fn evaluate(&self, pos: &Node, (): &()) -> Score {
        self.0 * ((scattered(pos.path ^ 3) % 201) as Score - 100)
    }
}

impl<const CHEAP: bool> MoveOrder<Node> for Knowledge<CHEAP> {
    const SLOTS: usize = 8;

    fn score_move(&self, pos: &Node, mv: Branch) -> MoveScore {
        let value = (scattered(pos.path ^ u64::from(mv.0) << 8) % 1000) as i32;
        MoveScore { slot: usize::from(mv.0), value, is_noisy: false }
    }
}

impl<const CHEAP: bool> Tactics<Node> for Knowledge<CHEAP> {
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

/// Plain negamax: the reference result of a search.
pub(crate) fn negamax(pos: &Node, depth: usize, ply: usize) -> Score {
    match pos.outcome() {
        Some(Outcome::Win(winner)) if winner == pos.side => return score::win_in(ply),
        Some(Outcome::Win(_)) => return score::loss_in(ply),
        Some(Outcome::Draw) => return 0,
        None if depth == 0 => return Knowledge::<false>(1).evaluate(pos, &()),
        None => (),
    }
    let mut best = Score::MIN;
    pos.legal_moves(|mv| best = best.max(-negamax(&after(pos, mv), depth - 1, ply + 1)));
    best
}

pub(crate) fn after(pos: &Node, mv: Branch) -> Node {
    let mut child = pos.clone();
    child.play_unchecked(mv);
    child
}

pub(crate) fn legal_moves(pos: &Node) -> Vec<Branch> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

pub(crate) fn task<'a>(root: &'a Node, moves: &'a [Branch]) -> Task<'a, Node> {
    Task { root, moves, past: &[] }
}
