//! Endpoints of the engine analysis: server-sent events with the best moves after each iteration.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{KeepAliveStream, Sse};
use room::{AnalysisRequest, Iteration, default_lines};
use serde::Deserialize;

use super::ServerState;
use super::engine_stream::EngineStream;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, QueryParams};
use crate::engines::EngineLoad;

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
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "invalid position or move", body = ErrorBody),
        (status = 429, description = "all engines are busy", body = ErrorBody)
    )
)]
pub(super) async fn analyse_query(
    state: State<Arc<ServerState>>,
    QueryParams(query): QueryParams<AnalysisQuery>,
) -> Result<Sse<KeepAliveStream<EngineStream>>, ApiError> {
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
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "invalid position or move", body = ErrorBody),
        (status = 429, description = "all engines are busy", body = ErrorBody)
    )
)]
pub(super) async fn analyse(
    State(state): State<Arc<ServerState>>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Sse<KeepAliveStream<EngineStream>>, ApiError> {
    let analysis = request.into_analysis()?;
    let slot = state.engines.acquire_to_analyse();
    let slot = slot.map_err(|busy| ApiError::new(StatusCode::TOO_MANY_REQUESTS, busy))?;
    Ok(EngineStream::start(slot, move |stop, events| {
        let end = analysis.run(stop, &mut |iteration| events.offer("iteration", &iteration));
        events.send("end", &end);
    }))
}
