//! Endpoints of the analysis of whole games: server-sent events with the review so far.

use std::sync::Arc;

use arena::{MatchId, Record, StoredPlace};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{KeepAliveStream, Sse};
use review::ReviewProgress;
use room::{AnalysisEnd, GameAnalysisRequest};

use super::ServerState;
use super::engine_stream::EngineStream;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, PathParams};
use super::{matches, replays};

#[utoipa::path(
    post,
    path = "/replays/{id}/{index}/analysis",
    summary = "Analyses a recorded game: events `progress`, then `end`; closing it stops it",
    params(
        ("id" = String, Path, description = "identifier of the file"),
        ("index" = usize, Path, description = "index of the game, from 0")
    ),
    request_body = GameAnalysisRequest,
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = ReviewProgress
        ),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the moves of the game cannot be judged", body = ErrorBody),
        (status = 429, description = "another game is being analysed", body = ErrorBody)
    )
)]
pub(super) async fn of_replay(
    State(state): State<Arc<ServerState>>,
    PathParams((id, index)): PathParams<(String, usize)>,
    Body(request): Body<GameAnalysisRequest>,
) -> Result<Sse<KeepAliveStream<EngineStream>>, ApiError> {
    let file = replays::find_file(&state, &id)?;
    analyse(&state, request, replays::record_of(&file, index)?)
}

#[utoipa::path(
    post,
    path = "/matches/{id}/games/{unit}/{number}/analysis",
    summary = "Analyses a game of a match, as one of a record file",
    params(
        ("id" = i64, Path, description = "identifier of the match"),
        ("unit" = usize, Path, description = "index of the game pair, from 0"),
        ("number" = usize, Path, description = "index in the pair, 0 or 1")
    ),
    request_body = GameAnalysisRequest,
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = ReviewProgress
        ),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the moves of the game cannot be judged", body = ErrorBody),
        (status = 429, description = "another game is being analysed", body = ErrorBody)
    )
)]
pub(super) async fn of_match(
    State(state): State<Arc<ServerState>>,
    PathParams((id, unit, number)): PathParams<(i64, usize, usize)>,
    Body(request): Body<GameAnalysisRequest>,
) -> Result<Sse<KeepAliveStream<EngineStream>>, ApiError> {
    let place = StoredPlace { id: MatchId(id), unit, number };
    analyse(&state, request, &matches::record(&state, place).await?)
}

/// Starts the analysis of a game in the slot for whole games, so that it delays no other engine.
fn analyse(
    state: &ServerState,
    request: GameAnalysisRequest,
    record: &Record,
) -> Result<Sse<KeepAliveStream<EngineStream>>, ApiError> {
    let analysis = request.into_analysis(record)?;
    let slot = state.engines.acquire_to_review();
    let slot = slot.map_err(|busy| ApiError::new(StatusCode::TOO_MANY_REQUESTS, busy))?;
    Ok(EngineStream::start(slot, move |stop, events| {
        analysis.run(stop, &mut |progress| events.send("progress", &progress));
        events.send("end", &AnalysisEnd { reason: "done" });
    }))
}
