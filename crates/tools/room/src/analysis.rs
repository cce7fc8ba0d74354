//! Engine analysis of a position: the best moves after each iteration.

use std::time::{Duration, Instant};

use boards::{GameLine, PvView, Task};
use search::StopFlag;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::position::PositionRequest;
use crate::problem::Problem;

/// Maximum duration of an analysis.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Maximum number of principal variations (multi-PV).
const MAX_LINES: usize = 8;

/// Request for an engine analysis.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Name of the game.
    pub game: String,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    pub position: Option<String>,
    /// Number of principal variations (multi-PV), 1 to 8.
    #[serde(default = "default_lines")]
    pub lines: usize,
}

/// Returns the default number of principal variations.
#[must_use]
pub const fn default_lines() -> usize {
    3
}

/// Result of an iteration of the search.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Iteration {
    /// Depth in plies.
    pub depth: usize,
    /// Number of nodes.
    pub nodes: u64,
    /// Time since the start of the analysis, in milliseconds.
    pub time_ms: u64,
    /// Side to move, 0 or 1; scores are from its view.
    pub player: usize,
    /// Principal variations of the best moves, the best move first.
    pub lines: Vec<PvView>,
}

/// End of an analysis.
#[derive(Serialize, ToSchema)]
pub struct AnalysisEnd {
    /// Reason: `done` if the search is complete, `time` if the maximum duration is reached.
    pub reason: &'static str,
}

/// Analysis that is ready to start.
pub struct Analysis {
    line: Box<dyn GameLine>,
    lines: usize,
}

impl AnalysisRequest {
    /// Checks the request.
    ///
    /// # Errors
    ///
    /// The number of variations, the position or a move is not valid, or the game is over there.
    pub fn into_analysis(self) -> Result<Analysis, Problem> {
        let AnalysisRequest { game, moves, position, lines } = self;
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(Problem::malformed("`lines` must be 1 to 8"));
        }
        let line = PositionRequest { game, moves, position }.game_line()?;
        if line.legal().is_empty() {
            let message = "the game is over in this position: nothing to analyse";
            return Err(Problem::impossible(message));
        }
        Ok(Analysis { line, lines })
    }
}

impl Analysis {
    /// Searches until `stop` is raised, the maximum duration is over or the search is complete, and
    /// calls `report` after each iteration.
    pub fn run(&self, stop: StopFlag, report: &mut dyn FnMut(Iteration)) -> AnalysisEnd {
        let task = Task { time: Some(MAX_TIME), nodes: None, stop, salt: 0 };
        let player = self.line.to_move().index();
        let started = Instant::now();
        self.line.analyse(&task, self.lines, &mut |lines| {
            let Some(best) = lines.first() else { return };
            let (depth, nodes, time_ms) = (best.depth, best.nodes, best.time_ms);
            let nodes = lines.iter().map(|pv| pv.nodes).max().unwrap_or(nodes);
            report(Iteration { depth, nodes, time_ms, player, lines });
        });
        AnalysisEnd { reason: if started.elapsed() < MAX_TIME { "done" } else { "time" } }
    }
}
