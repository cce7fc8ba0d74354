//! Endpoints of sessions: games against a bot.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use room::{NewSession, SavedSession, SessionView, random};
use serde::Deserialize;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt as _};
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::extract::{Body, PathParams};
use super::replays::FileSummary;
use super::{Reply, ServerState};
use crate::live_session::{Event, LiveSession};
use crate::record_cache::RecordFile;
use crate::session_file::SessionFolder;

/// Request to play a move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    mv: String,
}

/// Changes of a session that its file does not hold, at most: hints, and searches that begin.
const UNKEPT_VERSIONS: u64 = 1_000;

/// Goes on with the sessions of an earlier run of the server, without what only their searches had
/// shown. Clients that have seen a session see its first version as a later one. A session whose
/// game is not known any more stays in its file until it is too old.
pub(super) fn resume_kept(state: &ServerState) {
    let kept = state.sessions.folder().map(SessionFolder::read).unwrap_or_default();
    for (id, kept) in kept {
        let version = kept.version + UNKEPT_VERSIONS;
        let kept = SavedSession { version, thought: None, hint: None, trouble: None, ..kept };
        let Ok(session) = kept.restore() else { continue };
        let file = state.sessions.file(&id);
        let session = LiveSession::new(id, session, file);
        if state.sessions.add(&session).is_ok() {
            session.resume(&state.engines);
        }
    }
}

#[utoipa::path(
    post,
    path = "/tables",
    summary = "Starts a session: a game against a bot",
    request_body = NewSession,
    responses(
        (status = 201, description = "done", body = SessionView),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "invalid position, move or setup", body = ErrorBody),
        (status = 429, description = "too many sessions", body = ErrorBody)
    )
)]
pub(super) async fn open(
    State(state): State<Arc<ServerState>>,
    Body(new): Body<NewSession>,
) -> Result<(StatusCode, Json<SessionView>), ApiError> {
    let game = new.into_session()?;
    let id = random::id()
        .ok_or_else(|| ApiError::broken("the operating system gives no random bytes"))?;
    let file = state.sessions.file(&id);
    let session = LiveSession::new(id, game, file);
    let added = state.sessions.add(&session);
    added.map_err(|error| ApiError::new(StatusCode::TOO_MANY_REQUESTS, error))?;
    session.open(&state.engines);
    Ok((StatusCode::CREATED, Json(session.view())))
}

#[utoipa::path(
    get,
    path = "/tables/{id}",
    summary = "State of a session",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 200, description = "done", body = SessionView),
        (status = 404, description = "no such session", body = ErrorBody)
    )
)]
pub(super) async fn show(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    Ok(Json(find_session(&state, &id)?.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/moves",
    summary = "Plays a move",
    params(("id" = String, Path, description = "identifier of the session")),
    request_body = NewMove,
    responses(
        (status = 200, description = "done", body = SessionView),
        (status = 404, description = "no such session", body = ErrorBody),
        (status = 409, description = "not your turn", body = ErrorBody),
        (status = 422, description = "illegal move", body = ErrorBody)
    )
)]
pub(super) async fn play(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
    Body(NewMove { mv }): Body<NewMove>,
) -> Reply<SessionView> {
    let session = find_session(&state, &id)?;
    session.play(&mv, &state.engines)?;
    Ok(Json(session.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/undo",
    summary = "Takes back the visitor's last move",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 200, description = "done", body = SessionView),
        (status = 404, description = "no such session", body = ErrorBody),
        (status = 409, description = "no move to take back", body = ErrorBody)
    )
)]
pub(super) async fn undo(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let session = find_session(&state, &id)?;
    session.undo(&state.engines)?;
    Ok(Json(session.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/hint",
    summary = "Starts the search for a hint; the hint is part of a later event",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 200, description = "done", body = SessionView),
        (status = 404, description = "no such session", body = ErrorBody),
        (status = 409, description = "not your turn", body = ErrorBody)
    )
)]
pub(super) async fn hint(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let session = find_session(&state, &id)?;
    session.hint(&state.engines)?;
    Ok(Json(session.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/stop",
    summary = "Stops the bot's search: the bot plays the best move found so far",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 200, description = "done", body = SessionView),
        (status = 404, description = "no such session", body = ErrorBody)
    )
)]
pub(super) async fn stop(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let session = find_session(&state, &id)?;
    session.stop();
    Ok(Json(session.view()))
}

#[utoipa::path(
    delete,
    path = "/tables/{id}",
    summary = "Removes a session",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 204, description = "done"),
        (status = 404, description = "no such session", body = ErrorBody)
    )
)]
pub(super) async fn close(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<StatusCode, ApiError> {
    state.sessions.remove(&id).ok_or_else(no_such_session)?.close();
    Ok(StatusCode::NO_CONTENT)
}

/// Converts the game into a record that can be replayed.
#[utoipa::path(
    post,
    path = "/tables/{id}/replay",
    summary = "Saves a finished game as a record",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (status = 201, description = "done", body = FileSummary),
        (status = 404, description = "no such session", body = ErrorBody),
        (
            status = 409,
            description = "the game has hidden information and is not over",
            body = ErrorBody
        ),
        (
            status = 422,
            description = "the game is not over, or did not start from the initial position",
            body = ErrorBody
        )
    )
)]
pub(super) async fn save_replay(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<(StatusCode, Json<FileSummary>), ApiError> {
    let session = find_session(&state, &id)?;
    let record = session.record()?;
    let id = random::id()
        .ok_or_else(|| ApiError::broken("the operating system gives no random bytes"))?;
    let file = RecordFile::of(id, session.record_name(), record);
    let file = state.record_cache.add(file.map_err(ApiError::impossible)?);
    Ok((StatusCode::CREATED, Json(FileSummary::of(&file))))
}

/// Sends the state of a session at once, and its events from now on.
#[utoipa::path(
    get,
    path = "/tables/{id}/events",
    summary = "Events `table` (state of the session) and `thinking` (the bot's variation)",
    params(("id" = String, Path, description = "identifier of the session")),
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = SessionView
        ),
        (status = 404, description = "no such session", body = ErrorBody)
    )
)]
pub(super) async fn events(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let session = find_session(&state, &id)?;
    let events = BroadcastStream::new(session.events());
    let stream = tokio_stream::once(Ok(Event::Changed)).chain(events).map(move |event| {
        Ok(match event {
            Ok(Event::Pv(pv)) => json_event("thinking", &pv),
            // A client that missed events gets the whole state.
            Ok(Event::Changed) | Err(_) => json_event("table", &session.view()),
        })
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Returns a server-sent event with JSON data.
pub(super) fn json_event(name: &str, value: &impl serde::Serialize) -> sse::Event {
    let event = sse::Event::default().event(name);
    match serde_json::to_string(value) {
        Ok(text) => event.data(text),
        Err(error) => event.comment(error.to_string()),
    }
}

/// Returns the session with this identifier.
fn find_session(state: &ServerState, id: &str) -> Result<Arc<LiveSession>, ApiError> {
    state.sessions.get(id).ok_or_else(no_such_session)
}

/// Error for an unknown session.
fn no_such_session() -> ApiError {
    ApiError::missing("the game is no longer on the server: begin a new one")
}
