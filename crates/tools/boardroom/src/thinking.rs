//! What the bots think, and how they are asked.

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

/// Bytes of a search's transposition table: enough for a million positions, and made within
/// milliseconds.
pub(crate) const TABLE_BYTES: usize = 16 << 20;

/// How a bot is to think.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// For how long, from now on.
    pub time: Duration,
    /// What ends it earlier.
    pub stop: StopFlag,
    /// Decides by which draws mixes are broken.
    pub salt: u64,
}

impl Task {
    /// Returns the limits of a search that begins now.
    pub(crate) fn limits(&self) -> Limits {
        Limits { hard: Some(Instant::now() + self.time), stop: Some(self.stop), ..Limits::NONE }
    }
}

/// The move that a bot has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision(pub(crate) String);

/// What a bot thinks of a position after an iteration.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Insight {
    pub(crate) depth: usize,
    /// For the side to move, in hundredths of a piece.
    pub(crate) score: i32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The expected line of play.
    pub(crate) pv: Vec<String>,
    /// How often the move is to be made, where both players choose at once.
    pub(crate) share: Option<f64>,
}

impl Insight {
    /// Returns what a search has found.
    pub(crate) fn of<M: gamekit::Move>(found: &SearchResult<M>) -> Insight {
        Insight {
            depth: found.depth,
            score: found.score,
            nodes: found.nodes,
            time: found.elapsed,
            pv: found.line.iter().map(ToString::to_string).collect(),
            share: None,
        }
    }
}

/// What a bot thinks, for the page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// The best move, as the judge reads it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best move for people.
    pub label: String,
    /// The square of the piece that it moves, if it moves one.
    pub from: Option<usize>,
    /// Where that goes.
    pub to: Option<usize>,
    /// The last finished iteration, in plies.
    pub depth: usize,
    /// For whoever is to move, in hundredths of a piece; from 31,000 on a proven win, in 32,000 less
    /// the score plies.
    pub score: i32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// The expected line of play, the best move first.
    pub pv: Vec<String>,
    /// The same for people.
    pub labels: Vec<String>,
    /// Its steps, each from square to square.
    pub arrows: Vec<Arrow>,
    /// How often the move is to be made, 0 to 1, where both players choose at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

impl Thought {
    pub(crate) fn new(insight: Insight, labels: Vec<String>, arrows: Vec<Arrow>) -> Thought {
        Thought {
            mv: insight.pv.first().cloned().unwrap_or_default(),
            label: labels.first().cloned().unwrap_or_default(),
            from: arrows.first().map(|arrow| arrow.from),
            to: arrows.first().map(|arrow| arrow.to),
            depth: insight.depth,
            score: insight.score,
            nodes: insight.nodes,
            time_ms: u64::try_from(insight.time.as_millis()).unwrap_or(u64::MAX),
            pv: insight.pv,
            labels,
            arrows,
            share: insight.share,
        }
    }

    /// Returns how far the bot has thought, and how it judges, but no move.
    pub(crate) fn without_moves(self) -> Thought {
        Thought {
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

/// Chooses a move by searching `root`, which differs from the position at hand at most in what the
/// side to move may not know.
pub(crate) fn decide_by_search<B: Board, E>(
    line: &BoardLine<B>,
    root: &B::Position,
    params: Params,
    task: &Task,
    report: &mut dyn FnMut(Insight),
) -> Option<Decision>
where
    E: Evaluate<B::Position> + MoveOrder<B::Position> + Tactics<B::Position> + Default,
{
    let moves = line.legal_moves();
    if let [only] = moves[..] {
        return Some(Decision(only.to_string()));
    }
    let mut searcher = Searcher::new(E::default(), params, TABLE_BYTES);
    searcher.set_salt(task.salt);
    let roots = Roots { root, moves: &moves, past: &line.past };
    let found = searcher.search(&roots, task.limits(), |found| report(Insight::of(found)))?;
    report(Insight::of(&found));
    Some(Decision(found.best.to_string()))
}

/// Searches the best `lines` moves of a position to ever greater depths. The best of what is left is
/// sought among the moves that are not among the best yet; the table remembers what was searched.
pub(crate) fn analyse_by_search<B: Board, E>(
    line: &BoardLine<B>,
    params: Params,
    task: &Task,
    lines: usize,
    report: &mut dyn FnMut(Vec<Insight>),
) where
    E: Evaluate<B::Position> + MoveOrder<B::Position> + Tactics<B::Position> + Default,
{
    let (started, limits) = (Instant::now(), task.limits());
    let is_over =
        || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
    let moves = line.legal_moves();
    let mut searcher = Searcher::new(E::default(), params, TABLE_BYTES);
    let mut nodes = 0;
    for depth in 1..=Limits::MAX_DEPTH {
        let mut left = moves.clone();
        let mut found: Vec<Insight> = Vec::new();
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
            found.push(Insight { nodes, time: started.elapsed(), depth, ..Insight::of(&best) });
        }
        found.sort_by_key(|insight| std::cmp::Reverse(insight.score));
        let is_settled =
            !found.is_empty() && found.iter().all(|one| search::score::is_proven(one.score));
        report(found);
        if is_settled {
            return;
        }
    }
}
