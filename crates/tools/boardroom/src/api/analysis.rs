//! Endpoints of the engine analysis: server-sent events with the best moves after each iteration.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, KeepAliveStream, Sse};
use boards::{PvView, Task};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::ServerState;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, QueryParams};
use super::games::PositionRequest;
use super::sessions::json_event;
use crate::engines::{EngineLoad, StopHandle};

/// Maximum duration of an analysis.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Maximum number of principal variations (multi-PV).
const MAX_LINES: usize = 8;

/// Number of iterations that wait for a slow client; further ones are dropped.
const BACKLOG: usize = 32;

/// Request for an engine analysis.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// Name of the game.
    game: String,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    position: Option<String>,
    /// Number of principal variations (multi-PV), 1 to 8.
    #[serde(default = "default_lines")]
    lines: usize,
}

/// Query parameters of an analysis, with commas between the moves.
#[derive(Deserialize)]
pub(super) struct AnalysisQuery {
    game: String,
    #[serde(default)]
    moves: String,
    position: Option<String>,
    #[serde(default = "default_lines")]
    lines: usize,
}

const fn default_lines() -> usize {
    3
}

/// Result of an iteration of the search.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Iteration {
    /// Depth in plies.
    depth: usize,
    /// Number of nodes.
    nodes: u64,
    /// Time since the start of the analysis, in milliseconds.
    time_ms: u64,
    /// Side to move, 0 or 1; scores are from its view.
    player: usize,
    /// Principal variations of the best moves, the best move first.
    lines: Vec<PvView>,
}

/// End of an analysis.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalysisEnd {
    /// Reason: `done` if the search is complete, `time` if the maximum duration is reached.
    reason: &'static str,
}

/// Event of an analysis.
enum AnalysisEvent {
    Iteration(Iteration),
    End(AnalysisEnd),
}

#[utoipa::path(
    get,
    path = "/engines",
    summary = "Load of the engines",
    responses((status = 200, description = "done", body = EngineLoad))
)]
pub(super) async fn engines(State(state): State<Arc<ServerState>>) -> Json<EngineLoad> {
    Json(state.engines.load())
}

#[utoipa::path(
    get,
    path = "/analysis",
    summary = "Analyses a position, as POST; commas separate the moves",
    params(
        ("game" = String, Query),
        ("moves" = Option<String>, Query),
        ("position" = Option<String>, Query),
        ("lines" = Option<usize>, Query)
    ),
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = Iteration
        ),
        (status = 422, description = "invalid position or move", body = ErrorBody),
        (status = 429, description = "all engines are busy", body = ErrorBody)
    )
)]
pub(super) async fn analyse_query(
    state: State<Arc<ServerState>>,
    QueryParams(query): QueryParams<AnalysisQuery>,
) -> Result<Sse<KeepAliveStream<AnalysisStream>>, ApiError> {
    let moves = query.moves.split(',').map(str::trim).filter(|mv| !mv.is_empty());
    let request = AnalysisRequest {
        game: query.game,
        moves: moves.map(str::to_owned).collect(),
        position: query.position,
        lines: query.lines,
    };
    analyse(state, Body(request)).await
}

#[utoipa::path(
    post,
    path = "/analysis",
    summary = "Analyses a position: events `iteration`, then `end`; closing the stream stops it",
    request_body = AnalysisRequest,
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = Iteration
        ),
        (status = 422, description = "invalid position or move", body = ErrorBody),
        (status = 429, description = "all engines are busy", body = ErrorBody)
    )
)]
pub(super) async fn analyse(
    State(state): State<Arc<ServerState>>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Sse<KeepAliveStream<AnalysisStream>>, ApiError> {
    if !(1..=MAX_LINES).contains(&request.lines) {
        return Err(ApiError::malformed("`lines` must be 1 to 8"));
    }
    let AnalysisRequest { game, moves, position, lines } = request;
    let line = PositionRequest { game, moves, position }.game_line()?;
    if line.legal().is_empty() {
        return Err(ApiError::impossible("the game is over in this position: nothing to analyse"));
    }
    let slot = state.engines.acquire_to_analyse();
    let slot = slot.map_err(|busy| ApiError::new(StatusCode::TOO_MANY_REQUESTS, busy))?;
    let (sender, events) = mpsc::channel(BACKLOG);
    let stop_handle = slot.stop_handle();
    tokio::spawn(slot.run(move |stop| {
        let task = Task { time: Some(MAX_TIME), nodes: None, stop, salt: 0 };
        let player = line.to_move().index();
        let started = std::time::Instant::now();
        line.analyse(&task, lines, &mut |lines| {
            let Some(best) = lines.first() else { return };
            let (depth, nodes, time_ms) = (best.depth, best.nodes, best.time_ms);
            let nodes = lines.iter().map(|pv| pv.nodes).max().unwrap_or(nodes);
            // A slow client misses this iteration and gets a later one.
            let iteration = Iteration { depth, nodes, time_ms, player, lines };
            let _ = sender.try_send(AnalysisEvent::Iteration(iteration));
        });
        let reason = if started.elapsed() < MAX_TIME { "done" } else { "time" };
        let _ = sender.blocking_send(AnalysisEvent::End(AnalysisEnd { reason }));
    }));
    Ok(Sse::new(AnalysisStream { events, stop_handle }).keep_alive(KeepAlive::default()))
}

/// Event stream of an analysis. Dropping it stops the engine: the server drops it when the client
/// disconnects.
pub(super) struct AnalysisStream {
    events: mpsc::Receiver<AnalysisEvent>,
    stop_handle: StopHandle,
}

impl Stream for AnalysisStream {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| {
            event.map(|event| {
                Ok(match event {
                    AnalysisEvent::Iteration(iteration) => json_event("iteration", &iteration),
                    AnalysisEvent::End(end) => json_event("end", &end),
                })
            })
        })
    }
}

impl Drop for AnalysisStream {
    fn drop(&mut self) {
        self.stop_handle.stop();
    }
}
