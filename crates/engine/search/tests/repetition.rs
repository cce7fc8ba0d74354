//! Repetitions in a game that has a repetition key: scored as draws, or as their position.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fmt;

use gamekit::{Move, Outcome, Player, Position};
use search::{
    Evaluate, Limits, MoveOrder, MoveScore, Params, Proof, Score, Searcher, Tactics, Task,
};

/// Two walkers, each on a line. Neither ever wins.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Walkers {
    at: [i16; 2],
    /// The left and the right end of each line.
    ends: [[i16; 2]; 2],
    side: Player,
    plies: u16,
}

/// A move to a new place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Goto(i16);

impl fmt::Display for Goto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Move for Goto {
    fn to_bits(self) -> u16 {
        (self.0 + 1000) as u16
    }

    fn from_bits(bits: u16) -> Goto {
        Goto(bits as i16 - 1000)
    }
}

impl Position for Walkers {
    type Move = Goto;

    fn initial() -> Walkers {
        walkers([0, 0], Player::First)
    }

    fn side_to_move(&self) -> Player {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, mut visit: impl FnMut(Goto)) {
        let at = self.at[self.side.index()];
        let [left, right] = self.ends[self.side.index()];
        for to in [at - 1, at + 1].into_iter().filter(|to| (left..=right).contains(to)) {
            visit(Goto(to));
        }
    }

    fn play_unchecked(&mut self, mv: Goto) {
        self.at[self.side.index()] = mv.0;
        self.side = self.side.opponent();
        self.plies += 1;
    }

    fn hash(&self) -> u64 {
        let [first, second] = self.at.map(|at| u64::from(at as u16));
        first | second << 16 | (self.side.index() as u64) << 32 | u64::from(self.plies) << 33
    }
}

/// Engine that prefers places far to the right, and detects repetitions if asked to: as draws if
/// `DRAW`.
struct Rightwards<const DRAW: bool> {
    has_repetitions: bool,
}

impl<const DRAW: bool> Evaluate<Walkers> for Rightwards<DRAW> {
    type State = ();

    fn refresh(&self, _: &Walkers) {}

    fn update(&self, (): &(), _: &Walkers, _: Goto, _: &Walkers) {}

    fn evaluate(&self, pos: &Walkers, (): &()) -> Score {
        let [own, enemy] = [pos.side, pos.side.opponent()].map(|side| pos.at[side.index()]);
        Score::from(own - enemy)
    }
}

impl<const DRAW: bool> MoveOrder<Walkers> for Rightwards<DRAW> {
    const SLOTS: usize = 1;

    fn score_move(&self, _: &Walkers, _: Goto) -> MoveScore {
        MoveScore { slot: 0, value: 0, is_noisy: true }
    }
}

/// Cost of a repetition that is no draw.
const COST: Score = 3;

impl<const DRAW: bool> Tactics<Walkers> for Rightwards<DRAW> {
    fn repetition_cost(&self, _: &Walkers) -> Option<Score> {
        (!DRAW).then_some(COST)
    }

    fn proof(&self, _: &Walkers) -> Option<Proof> {
        None
    }

    fn is_threatened(&self, _: &Walkers) -> bool {
        false
    }

    fn candidates(&self, pos: &Walkers, visit: impl FnMut(Goto)) {
        pos.legal_moves(visit);
    }

    fn noisy_candidates(&self, _: &Walkers, _: impl FnMut(Goto)) {}

    fn null_move(&self, _: &Walkers) -> Option<Walkers> {
        None
    }

    fn repetition_key(&self, pos: &Walkers) -> Option<u64> {
        self.has_repetitions.then(|| pos.hash() & ((1 << 33) - 1))
    }
}

fn search(has_repetitions: bool, task: &Task<'_, Walkers>, depth: usize) -> (Goto, Score) {
    search_with(Params::exact(), has_repetitions, task, depth)
}

fn search_with(
    params: Params,
    has_repetitions: bool,
    task: &Task<'_, Walkers>,
    depth: usize,
) -> (Goto, Score) {
    let mut searcher = Searcher::new(Rightwards::<true> { has_repetitions }, params, 1 << 16);
    let result = searcher.search(task, Limits::depth(depth), |_| ()).unwrap();
    (result.best, result.score)
}

fn walkers(at: [i16; 2], side: Player) -> Walkers {
    Walkers { at, ends: [[-100, 100]; 2], side, plies: 8 }
}

#[test]
fn a_side_that_is_ahead_avoids_a_position_of_the_game() {
    let (root, been) = (walkers([3, 0], Player::First), walkers([4, 0], Player::Second));
    let moves = [Goto(2), Goto(4)];
    let task = Task { root: &root, moves: &moves, past: &[been] };
    assert_eq!(search(true, &task, 2), (Goto(2), 1), "better than a draw");
    assert_eq!(search(false, &task, 2), (Goto(4), 3));
    let task = Task { past: &[], ..task };
    assert_eq!(search(true, &task, 2), (Goto(4), 3));
}

#[test]
fn a_side_that_is_behind_repeats_a_position_of_the_game() {
    let (root, been) = (walkers([0, 30], Player::First), walkers([-1, 30], Player::Second));
    let task = Task { root: &root, moves: &[Goto(-1), Goto(1)], past: &[been] };
    assert_eq!(search(true, &task, 2), (Goto(-1), 0));
}

#[test]
fn a_repetition_within_the_line_is_a_draw() {
    // Both can only move back and forth: the root repeats after four plies.
    let root = Walkers { ends: [[0, 1], [10, 11]], ..walkers([0, 10], Player::First) };
    let task = Task { root: &root, moves: &[Goto(1)], past: &[] };
    assert_eq!(search(false, &task, 5), (Goto(1), -9));
    assert_eq!(search(true, &task, 5), (Goto(1), 0));
}

#[test]
fn with_contempt_a_draw_is_taken_only_if_nothing_better_is_left() {
    let draw_is_worth = |root: &Walkers, been: &[Walkers], moves: &[Goto], contempt, depth| {
        let task = Task { root, moves, past: been };
        search_with(Params { contempt, ..Params::exact() }, true, &task, depth)
    };
    // A draw by going back comes after one ply, one by moving back and forth after four.
    let (root, been) = (walkers([0, 6], Player::First), [walkers([-1, 6], Player::Second)]);
    let moves = [Goto(-1), Goto(1)];
    assert_eq!(draw_is_worth(&root, &been, &moves, 5, 2), (Goto(-1), -5));
    assert_eq!(draw_is_worth(&root, &been, &moves, 7, 2), (Goto(1), -6));
    let root = Walkers { ends: [[0, 1], [10, 11]], ..walkers([0, 10], Player::First) };
    assert_eq!(draw_is_worth(&root, &[], &[Goto(1)], 5, 5), (Goto(1), -5));
}

#[test]
fn contempt_can_change_between_searches() {
    let (root, been) = (walkers([0, 6], Player::First), [walkers([-1, 6], Player::Second)]);
    let task = Task { root: &root, moves: &[Goto(-1), Goto(1)], past: &been };
    let engine = Rightwards::<true> { has_repetitions: true };
    let mut searcher = Searcher::new(engine, Params::exact(), 1 << 16);
    let mut found = |contempt| {
        searcher.set_contempt(contempt);
        searcher.new_game();
        let result = searcher.search(&task, Limits::depth(2), |_| ()).unwrap();
        (result.best, result.score)
    };
    assert_eq!([5, 7].map(&mut found), [(Goto(-1), -5), (Goto(1), -6)]);
}

#[test]
fn a_repetition_that_is_no_draw_has_the_score_of_its_position_less_a_cost() {
    // The root repeats after four plies; the side that searches is behind by ten.
    let root = Walkers { ends: [[0, 1], [10, 11]], ..walkers([0, 10], Player::First) };
    let task = Task { root: &root, moves: &[Goto(1)], past: &[] };
    let engine = Rightwards::<false> { has_repetitions: true };
    let mut searcher = Searcher::new(engine, Params::exact(), 1 << 16);
    let result = searcher.search(&task, Limits::depth(5), |_| ()).unwrap();
    assert_eq!(result.score, -10 - COST);
}
