//! Best-first minimax search for Breakthrough, with the bot's network, on stdin and stdout: an
//! experiment against the bot's alpha-beta search. `--set name=value,...` changes the constants.
//!
//! As the author of the strongest Breakthrough bot on CodinGame describes it: a tree in memory, a
//! descent by a mixture of the minimax value and the mean value with an exploration term of UCT,
//! values from -1 to 1, an expansion at the second visit, noise on the values of leaves, and a final
//! choice by the minimax value and the logarithm of the visits.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use botio::{Bot, Command, Options};
use breakthrough::{BotEngine, Dialogue, Move, Position};
use gamekit::Position as _;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use search::{Evaluate, Proof, Tactics};
use searchbot::{LastMove, Reply, Turn};

/// State of the evaluation.
type State = <BotEngine as Evaluate<Position>>::State;

/// Constants of the search.
#[derive(Clone, Copy, Debug)]
struct Constants {
    /// Share of the minimax value in the selection; the rest is the mean value.
    minimax: f32,
    /// Exploration below the root.
    exploration: f32,
    /// Exploration at the root.
    root_exploration: f32,
    /// Value of a child that was never visited.
    first_play: f32,
    /// Largest relative noise of the value of a leaf.
    noise: f32,
    /// Visit at which a node is expanded.
    expand_at: u32,
    /// Weight of the logarithm of the visits in the final choice.
    trust: f32,
    /// 1 if leaves are evaluated by quiescence search, 0 if by the network alone.
    quiescence: u32,
    /// 1 if all children are evaluated when their parent is expanded.
    all_children: u32,
}

impl Constants {
    const PUBLISHED: Constants = Constants {
        minimax: 0.35,
        exploration: 0.95,
        root_exploration: 1.0,
        first_play: 0.5,
        noise: 0.1,
        expand_at: 2,
        trust: 1.0,
        quiescence: 0,
        all_children: 0,
    };

    fn set(&mut self, text: &str) -> Result<(), String> {
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or("expected name=value")?;
            let number: f32 = value.parse().map_err(|_| format!("{value} is no number"))?;
            match name {
                "minimax" => self.minimax = number,
                "exploration" => self.exploration = number,
                "root_exploration" => self.root_exploration = number,
                "first_play" => self.first_play = number,
                "noise" => self.noise = number,
                "expand_at" => self.expand_at = number as u32,
                "trust" => self.trust = number,
                "quiescence" => self.quiescence = number as u32,
                "all_children" => self.all_children = number as u32,
                _ => return Err(format!("no constant {name}")),
            }
        }
        Ok(())
    }
}

/// Node of the tree. Values are those of the side that moved here.
#[derive(Clone)]
struct TreeNode {
    mv: Option<Move>,
    minimax: f32,
    sum: f32,
    visits: u32,
    first: u32,
    children: u32,
    /// 1 if the side that moved here surely wins, -1 if it surely loses, else 0.
    proven: i8,
}

struct BestFirst {
    engine: BotEngine,
    constants: Constants,
    tree: Vec<TreeNode>,
    rng: SmallRng,
    nodes: u64,
}

/// Size of the tree, in nodes.
const MOST_NODES: usize = 6_000_000;

impl BestFirst {
    fn new(constants: Constants, seed: u64) -> BestFirst {
        BestFirst {
            engine: BotEngine::default(),
            constants,
            tree: Vec::with_capacity(MOST_NODES),
            rng: SmallRng::seed_from_u64(seed),
            nodes: 0,
        }
    }

    /// Searches until `end`, or for a number of evaluations, and returns the best move.
    fn search(&mut self, root: &Position, end: Instant, nodes: u64) -> (Option<Move>, String) {
        self.tree.clear();
        self.nodes = 0;
        self.tree.push(TreeNode::new(None));
        self.tree[0].visits = self.constants.expand_at;
        let state = self.engine.refresh(root);
        let mut path = Vec::with_capacity(256);
        let (mut rounds, mut depths) = (0_u64, 0_usize);
        while self.tree[0].proven == 0 && self.tree.len() + 64 < MOST_NODES && self.nodes < nodes {
            if rounds % 8 == 0 && Instant::now() >= end {
                break;
            }
            rounds += 1;
            path.clear();
            self.grow(root, &state, &mut path);
            depths += path.len();
        }
        let score = |node: &TreeNode| match node.proven {
            0 => node.minimax + self.constants.trust * ((node.visits + 3) as f32).ln(),
            proven => f32::from(proven) * 1e6,
        };
        let best =
            self.children(0).max_by(|&a, &b| score(&self.tree[a]).total_cmp(&score(&self.tree[b])));
        let mean = depths as f64 / rounds.max(1) as f64;
        let value = best.map_or(0.0, |best| self.tree[best].minimax);
        let message = format!("{value:+.2} d{mean:.1} {}n", self.nodes);
        (best.and_then(|best| self.tree[best].mv), message)
    }

    fn grow(&mut self, root: &Position, state: &State, path: &mut Vec<usize>) {
        let (mut pos, mut state, mut index) = (*root, *state, 0);
        path.push(0);
        loop {
            if self.tree[index].children == 0 {
                if self.tree[index].visits < self.constants.expand_at {
                    break;
                }
                self.expand(index, &pos, &state);
            }
            index = self.choose(index);
            let mv = self.tree[index].mv.expect("only the root has no move");
            let mut after = pos;
            after.play_unchecked(mv);
            state = self.engine.update(&state, &pos, mv, &after);
            pos = after;
            path.push(index);
            if self.tree[index].visits == 0 || self.tree[index].proven != 0 {
                break;
            }
        }
        let value = if self.tree[index].proven != 0 {
            f32::from(self.tree[index].proven)
        } else {
            self.value(index, &pos, &state)
        };
        self.tree[index].minimax = value;
        self.back_up(path, value);
    }

    fn expand(&mut self, index: usize, pos: &Position, state: &State) {
        let first = self.tree.len();
        let BestFirst { engine, tree, .. } = self;
        engine.candidates(pos, |mv| tree.push(TreeNode::new(Some(mv))));
        let children = self.tree.len() - first;
        self.tree[index].first = first as u32;
        self.tree[index].children = children as u32;
        if self.constants.all_children == 0 {
            return;
        }
        for child in first..first + children {
            let mut after = *pos;
            let mv = self.tree[child].mv.expect("a child has a move");
            after.play_unchecked(mv);
            let state = self.engine.update(state, pos, mv, &after);
            let value = self.value(child, &after, &state);
            let node = &mut self.tree[child];
            (node.minimax, node.sum, node.visits) = (value, value, 1);
        }
    }

    /// Returns the value of a leaf for the side that moved there, and notes a proof.
    fn value(&mut self, index: usize, pos: &Position, state: &State) -> f32 {
        self.nodes += 1;
        let proven = match self.engine.proof(pos) {
            Some(Proof::Win { .. }) => -1,
            Some(Proof::Loss { .. }) => 1,
            _ => 0,
        };
        if proven != 0 {
            self.tree[index].proven = proven;
            return f32::from(proven);
        }
        let score = if self.constants.quiescence == 0 {
            self.engine.evaluate(pos, state)
        } else {
            self.quiesce(pos, state, -30_000, 30_000)
        };
        let value = -(score as f32 / 400.0).tanh();
        let noise = self.constants.noise;
        if noise > 0.0 {
            (value * (1.0 + self.rng.random_range(-noise..noise))).clamp(-1.0, 1.0)
        } else {
            value
        }
    }

    fn quiesce(&mut self, pos: &Position, state: &State, mut alpha: i32, beta: i32) -> i32 {
        match self.engine.proof(pos) {
            Some(Proof::Win { .. }) => return 20_000,
            Some(Proof::Loss { .. }) => return -20_000,
            _ => (),
        }
        self.nodes += 1;
        let mut moves = [None; 64];
        let mut count = 0;
        let mut best = -30_000;
        let push = |mv| {
            moves[count] = Some(mv);
            count += 1;
        };
        if self.engine.is_threatened(pos) {
            self.engine.candidates(pos, push);
        } else {
            best = self.engine.evaluate(pos, state);
            alpha = alpha.max(best);
            self.engine.noisy_candidates(pos, push);
        }
        for mv in moves.into_iter().take(count).flatten() {
            if alpha >= beta {
                break;
            }
            let mut after = *pos;
            after.play_unchecked(mv);
            let state = self.engine.update(state, pos, mv, &after);
            best = best.max(-self.quiesce(&after, &state, -beta, -alpha));
            alpha = alpha.max(best);
        }
        best
    }

    /// Chooses the child of a node to descend to.
    fn choose(&self, index: usize) -> usize {
        let Constants { minimax, exploration, root_exploration, first_play, .. } = self.constants;
        let factor = if index == 0 { root_exploration } else { exploration };
        let parent = (self.tree[index].visits.max(1) as f32).ln();
        let promise = |child: usize| {
            let node = &self.tree[child];
            if node.proven < 0 {
                return -1e6;
            }
            if node.visits == 0 {
                return first_play + factor * parent.sqrt();
            }
            let visits = node.visits as f32;
            let value = minimax * node.minimax + (1.0 - minimax) * node.sum / visits;
            value + factor * (parent / visits).sqrt()
        };
        let (mut best, mut most) = (self.tree[index].first as usize, f32::NEG_INFINITY);
        for child in self.children(index) {
            let value = promise(child);
            if value > most {
                (best, most) = (child, value);
            }
        }
        best
    }

    fn children(&self, index: usize) -> std::ops::Range<usize> {
        let first = self.tree[index].first as usize;
        first..first + self.tree[index].children as usize
    }

    /// Takes the value of the last node of `path`, for the side that moved there, to the root.
    fn back_up(&mut self, path: &[usize], value: f32) {
        let mut value = value;
        for (number, &index) in path.iter().rev().enumerate() {
            if number > 0 {
                let mut best = f32::NEG_INFINITY;
                let (mut is_won, mut are_lost) = (false, true);
                for child in self.children(index) {
                    let node = &self.tree[child];
                    is_won |= node.proven > 0;
                    are_lost &= node.proven < 0;
                    if node.visits > 0 {
                        best = best.max(node.minimax);
                    }
                }
                let node = &mut self.tree[index];
                node.minimax = -best;
                if is_won {
                    (node.proven, node.minimax) = (-1, -1.0);
                } else if are_lost {
                    (node.proven, node.minimax) = (1, 1.0);
                }
                if node.proven != 0 {
                    value = node.minimax;
                }
            }
            let node = &mut self.tree[index];
            node.sum += value;
            node.visits += 1;
            value = -value;
        }
    }
}

impl TreeNode {
    fn new(mv: Option<Move>) -> TreeNode {
        TreeNode { mv, minimax: 0.0, sum: 0.0, visits: 0, first: 0, children: 0, proven: 0 }
    }
}

struct Player {
    search: BestFirst,
    options: Options<Move>,
    pos: Position,
    plies: usize,
}

impl Bot for Player {
    type Turn = Turn<Position>;
    type Reply = Reply<Move>;

    fn respond(
        &mut self,
        turn: &Turn<Position>,
        started: Instant,
        _: &mut Vec<String>,
    ) -> Reply<Move> {
        if let LastMove::Played(mv) = turn.last {
            self.pos.play_unchecked(mv);
            self.plies += 1;
        }
        let (mv, message) = match self.options.opening.get(self.plies) {
            Some(&mv) => (Some(mv), "opening".to_owned()),
            None => {
                let time = if self.plies < 2 { 850 } else { 80 };
                let nodes = self.options.nodes;
                let time = if nodes.is_some() { 100_000 } else { time };
                let end = started + Duration::from_millis(time);
                self.search.search(&self.pos, end, nodes.unwrap_or(u64::MAX))
            }
        };
        let mv = mv.or(turn.listed.first().copied());
        if let Some(mv) = mv {
            self.pos.play_unchecked(mv);
            self.plies += 1;
        }
        Reply { mv, message }
    }

    fn rescue(&mut self, turn: &Turn<Position>) -> Reply<Move> {
        Reply { mv: turn.listed.first().copied(), message: "rescued".to_owned() }
    }
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut constants = Constants::PUBLISHED;
    if let Some(at) = args.iter().position(|arg| arg == "--set") {
        let text = args.get(at + 1).cloned().unwrap_or_default();
        if let Err(error) = constants.set(&text) {
            eprintln!("best_first: {error}");
            return ExitCode::from(2);
        }
        args.drain(at..at + 2);
    }
    let Ok(Command::Play(options)) = Command::from_args(args) else {
        eprintln!("best_first: expected --seed, --opening, --nodes, --set");
        return ExitCode::from(2);
    };
    let search = BestFirst::new(constants, options.seed());
    let player = Player { search, options, pos: Position::initial(), plies: 0 };
    match botio::play(Dialogue, player) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("best_first: {error}");
            ExitCode::from(2)
        }
    }
}
