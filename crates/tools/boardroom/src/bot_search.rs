//! Searches of the bots: tasks, results, and the search shared by most games.
//!
//! A bot either chooses one move ([`decide_by_search`]) or analyses the best moves of a position
//! ([`analyse_by_search`], multi-PV).

use std::time::{Duration, Instant};

use gamekit::Move as _;
use search::{
    Evaluate, Limits, MoveOrder, Params, SearchResult, Searcher, StopFlag, Tactics, Task as Roots,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::board::Board;
use crate::frame::Arrow;
use crate::game_line::BoardLine;

/// Size of the transposition table (TT) in bytes: enough for a million positions, and allocated
/// within milliseconds.
pub(crate) const TT_BYTES: usize = 16 << 20;

/// Limits and options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Time limit, counted from the start of the search.
    pub time: Duration,
    /// Flag that ends the search earlier.
    pub stop: StopFlag,
    /// Seed of the random draw from a mixed strategy.
    pub salt: u64,
}

impl Task {
    /// Returns the limits of a search that begins now.
    pub(crate) fn limits(&self) -> Limits {
        Limits { hard: Some(Instant::now() + self.time), stop: Some(self.stop), ..Limits::NONE }
    }
}

/// Move that a bot has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision(pub(crate) String);

/// Principal variation (PV) of a search after an iteration.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PvInfo {
    pub(crate) depth: usize,
    /// Score in centi-pieces from the view of the side to move.
    pub(crate) score: i32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Moves of the principal variation.
    pub(crate) pv: Vec<String>,
    /// Probability of the move, 0 to 1, if both players choose at the same time.
    pub(crate) share: Option<f64>,
}

impl PvInfo {
    /// Returns the principal variation of a search result.
    pub(crate) fn of<M: gamekit::Move>(result: &SearchResult<M>) -> PvInfo {
        PvInfo {
            depth: result.depth,
            score: result.score,
            nodes: result.nodes,
            time: result.elapsed,
            pv: result.line.iter().map(ToString::to_string).collect(),
            share: None,
        }
    }
}

/// Principal variation (PV) of a search, with labels and arrows for the page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PvView {
    /// Best move in the notation of the judge.
    #[serde(rename = "move")]
    pub mv: String,
    /// Label of the best move for readers.
    pub label: String,
    /// Start square of the best move, if it moves a piece.
    pub from: Option<usize>,
    /// Target square of the best move, if it moves a piece.
    pub to: Option<usize>,
    /// Depth of the last finished iteration, in plies.
    pub depth: usize,
    /// Score in centi-pieces from the view of the side to move. A score of at least 31,000 is a
    /// proven win in (32,000 − score) plies.
    pub score: i32,
    /// Number of nodes.
    pub nodes: u64,
    /// Time since the start of the search, in milliseconds.
    pub time_ms: u64,
    /// Moves of the principal variation, the best move first.
    pub pv: Vec<String>,
    /// Labels of the principal variation for readers.
    pub labels: Vec<String>,
    /// Arrows of the principal variation.
    pub arrows: Vec<Arrow>,
    /// Probability of the best move, 0 to 1, if both players choose at the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

impl PvView {
    /// Adds labels and arrows to a principal variation.
    pub(crate) fn new(info: PvInfo, labels: Vec<String>, arrows: Vec<Arrow>) -> PvView {
        PvView {
            mv: info.pv.first().cloned().unwrap_or_default(),
            label: labels.first().cloned().unwrap_or_default(),
            from: arrows.first().map(|arrow| arrow.from),
            to: arrows.first().map(|arrow| arrow.to),
            depth: info.depth,
            score: info.score,
            nodes: info.nodes,
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: info.pv,
            labels,
            arrows,
            share: info.share,
        }
    }

    /// Returns the depth, score, nodes and time without any move.
    pub(crate) fn without_moves(self) -> PvView {
        PvView {
            mv: String::new(),
            label: String::new(),
            from: None,
            to: None,
            pv: Vec::new(),
            labels: Vec::new(),
            arrows: Vec::new(),
            share: None,
            ..self
        }
    }
}

/// Chooses a move by searching `root`, which differs from the current position only in information
/// hidden from the side to move.
pub(crate) fn decide_by_search<B: Board, E>(
    line: &BoardLine<B>,
    root: &B::Position,
    params: Params,
    task: &Task,
    report: &mut dyn FnMut(PvInfo),
) -> Option<Decision>
where
    E: Evaluate<B::Position> + MoveOrder<B::Position> + Tactics<B::Position> + Default,
{
    let moves = line.legal_moves();
    if let [only] = moves[..] {
        return Some(Decision(only.to_string()));
    }
    let mut searcher = Searcher::new(E::default(), params, TT_BYTES);
    searcher.set_salt(task.salt);
    let roots = Roots { root, moves: &moves, past: &line.past };
    let result = searcher.search(&roots, task.limits(), |result| report(PvInfo::of(result)))?;
    report(PvInfo::of(&result));
    Some(Decision(result.best.to_string()))
}

/// Searches the best `lines` moves of a position (multi-PV) by iterative deepening. At each depth
/// the next best move is searched among the moves that are not chosen yet; the transposition table
/// saves work between the searches.
pub(crate) fn analyse_by_search<B: Board, E>(
    line: &BoardLine<B>,
    params: Params,
    task: &Task,
    lines: usize,
    report: &mut dyn FnMut(Vec<PvInfo>),
) where
    E: Evaluate<B::Position> + MoveOrder<B::Position> + Tactics<B::Position> + Default,
{
    let (started, limits) = (Instant::now(), task.limits());
    let is_over =
        || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
    let moves = line.legal_moves();
    let mut searcher = Searcher::new(E::default(), params, TT_BYTES);
    let mut nodes = 0;
    for depth in 1..=Limits::MAX_DEPTH {
        let mut left = moves.clone();
        let mut found: Vec<PvInfo> = Vec::new();
        while found.len() < lines && !left.is_empty() {
            let roots = Roots { root: &line.now, moves: &left, past: &line.past };
            let Some(best) = searcher.search(&roots, Limits { depth, ..limits }, |_| ()) else {
                return;
            };
            nodes += best.nodes;
            if is_over() {
                return;
            }
            left.retain(|mv| mv.to_bits() != best.best.to_bits());
            found.push(PvInfo { nodes, time: started.elapsed(), depth, ..PvInfo::of(&best) });
        }
        found.sort_by_key(|info| std::cmp::Reverse(info.score));
        let is_proven =
            !found.is_empty() && found.iter().all(|info| search::score::is_proven(info.score));
        report(found);
        if is_proven {
            return;
        }
    }
}
