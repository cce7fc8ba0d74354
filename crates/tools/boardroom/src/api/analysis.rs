//! Endpoints of the engine analysis: server-sent events with the best moves after each iteration.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, KeepAliveStream, Sse};
use room::{AnalysisEnd, AnalysisRequest, Iteration, default_lines};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::ServerState;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, QueryParams};
use super::sessions::json_event;
use crate::engines::{EngineLoad, StopHandle};

/// Number of iterations that wait for a slow client; further ones are dropped.
const BACKLOG: usize = 32;

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
    let analysis = request.into_analysis()?;
    let slot = state.engines.acquire_to_analyse();
    let slot = slot.map_err(|busy| ApiError::new(StatusCode::TOO_MANY_REQUESTS, busy))?;
    let (sender, events) = mpsc::channel(BACKLOG);
    let stop_handle = slot.stop_handle();
    tokio::spawn(slot.run(move |stop| {
        let end = analysis.run(stop, &mut |iteration| {
            // A slow client misses this iteration and gets a later one.
            let _ = sender.try_send(AnalysisEvent::Iteration(iteration));
        });
        let _ = sender.blocking_send(AnalysisEvent::End(end));
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
