//! Tasks and results of the bots' searches.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use search::{Limits, SearchResult, StopFlag};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::frame::Arrow;

/// Limits and options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Time limit, counted from the start of the search.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<NonZeroU64>,
    /// Flag that ends the search earlier.
    pub stop: StopFlag,
    /// Seed of the random draw from a mixed strategy.
    pub salt: u64,
}

impl Task {
    /// Returns the limits of a search that begins now.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes.map_or(u64::MAX, NonZeroU64::get),
            hard: self.time.map(|time| Instant::now() + time),
            stop: Some(self.stop),
            ..Limits::NONE
        }
    }
}

/// Principal variation (PV) of a search after an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct PvInfo {
    /// Depth of the last finished iteration, in plies.
    pub depth: usize,
    /// Score in centi-pieces from the view of the side to move.
    pub score: i32,
    /// Number of nodes.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Moves of the principal variation.
    pub pv: Vec<String>,
    /// Probability of the move, 0 to 1, if both players choose at the same time.
    pub share: Option<f64>,
}

impl PvInfo {
    /// Returns the principal variation of a search result.
    #[must_use]
    pub fn of<M: gamekit::Move>(result: &SearchResult<M>) -> PvInfo {
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

/// Search of the best move of a position, and of another move with the same limits.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison<I> {
    /// Principal variation of the best move.
    pub best: I,
    /// Principal variation of the other move; equal to `best` if that is the best move, or if every
    /// move loses.
    pub other: I,
}

/// Principal variation (PV) of a search, with labels and arrows for the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
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
    #[must_use]
    pub fn new(info: PvInfo, labels: Vec<String>, arrows: Vec<Arrow>) -> PvView {
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
    #[must_use]
    pub fn without_moves(self) -> PvView {
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
