//! Endpoints of sessions: games against a bot.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use serde::Deserialize;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt as _};
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::extract::{Body, PathParams};
use super::games::{PositionRequest, find_game};
use super::replays::FileSummary;
use super::{Reply, ServerState};
use crate::random;
use crate::record::record_of;
use crate::record_cache::RecordFile;
use crate::replay::player;
use crate::session::{Event, MAX_MOVE_TIME, Refusal, Session, SessionOptions, SessionView};
use crate::session_file::{KeptSession, SessionFolder};

/// Request for a new session.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewSession {
    /// Name of the game.
    game: String,
    /// Side of the visitor, 0 or 1.
    human: usize,
    /// Time of the bot per move in milliseconds, 10 to 60,000.
    time_ms: u64,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    position: Option<String>,
    /// Setup of the visitor's army, in games with a setup phase; default: a random setup.
    #[serde(default)]
    setup: Option<String>,
}

/// Request to play a move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    mv: String,
}

/// Minimum time of the bot for a move.
const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal {
            Refusal::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        ApiError::new(status, refusal)
    }
}

impl NewSession {
    /// Checks the request, and plays the setup phase if the game has one.
    fn into_options(self) -> Result<SessionOptions, ApiError> {
        let human = player(self.human);
        let human = human.ok_or_else(|| ApiError::malformed("`human` must be 0 or 1"))?;
        let time = Duration::from_millis(self.time_ms);
        if !(MIN_MOVE_TIME..=MAX_MOVE_TIME).contains(&time) {
            return Err(ApiError::malformed("`timeMs` must be 10 to 60000"));
        }
        let game = find_game(&self.game)?;
        let request =
            PositionRequest { game: self.game, moves: self.moves, position: self.position };
        let mut line = request.game_line()?;
        let mut floor = 0;
        if line.played() == 0 && request.position.is_none() && game.board().info().setup.is_some() {
            for player in gamekit::Player::BOTH {
                let own = self.setup.clone().filter(|_| player == human);
                let drawn = || game.board().draw_setup(player, random::seed());
                let setup = own.or_else(drawn).and_then(|setup| game.board().read_setup(&setup));
                let setup = setup.ok_or_else(|| {
                    let message = "`setup` is not valid: write each piece of the stock once, as a \
                                   capital letter";
                    ApiError::impossible(message)
                })?;
                for mv in setup {
                    line.play(&mv).map_err(ApiError::impossible)?;
                }
            }
            floor = line.played();
        } else if self.setup.is_some() {
            return Err(ApiError::impossible(
                "`setup` is only for games that start with a setup phase",
            ));
        }
        let position = request.position;
        Ok(SessionOptions { game, human, time, position, line, floor, version: 1 })
    }
}

/// Changes of a session that its file does not hold, at most: hints, and searches that begin.
const UNKEPT_VERSIONS: u64 = 1_000;

impl KeptSession {
    /// Plays the moves again. Clients that have seen the session see the first version as a later
    /// one.
    fn into_options(self) -> Result<SessionOptions, ApiError> {
        let game = find_game(&self.game)?;
        let human = player(self.human);
        let human = human.ok_or_else(|| ApiError::malformed("`human` must be 0 or 1"))?;
        let start = PositionRequest { game: self.game, moves: Vec::new(), position: self.position };
        let mut line = start.game_line()?;
        for mv in &self.moves {
            line.play(mv).map_err(ApiError::impossible)?;
        }
        Ok(SessionOptions {
            game,
            human,
            time: Duration::from_millis(self.time_ms),
            position: start.position,
            line,
            floor: self.floor,
            version: self.version + UNKEPT_VERSIONS,
        })
    }
}

/// Goes on with the sessions of an earlier run of the server. A session whose game is not known any
/// more stays in its file until it is too old.
pub(super) fn resume_kept(state: &ServerState) {
    let kept = state.sessions.folder().map(SessionFolder::read).unwrap_or_default();
    for (id, session) in kept {
        let Ok(options) = session.into_options() else { continue };
        let file = state.sessions.file(&id);
        let session = Session::new(id, options, file);
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
        (status = 422, description = "invalid position, move or setup", body = ErrorBody),
        (status = 429, description = "too many sessions", body = ErrorBody)
    )
)]
pub(super) async fn open(
    State(state): State<Arc<ServerState>>,
    Body(new): Body<NewSession>,
) -> Result<(StatusCode, Json<SessionView>), ApiError> {
    let options = new.into_options()?;
    let id = random::id()
        .ok_or_else(|| ApiError::broken("the operating system gives no random bytes"))?;
    let file = state.sessions.file(&id);
    let session = Session::new(id, options, file);
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
    let moves = session.open_moves().ok_or_else(|| {
        ApiError::new(StatusCode::CONFLICT, "the game has hidden information and is not over yet")
    })?;
    let mut names = ["bot", "bot"];
    names[session.human().index()] = "you";
    let record = record_of(session.game(), &moves, names).map_err(ApiError::impossible)?;
    let id = random::id()
        .ok_or_else(|| ApiError::broken("the operating system gives no random bytes"))?;
    let file =
        RecordFile::of(id, format!("your game of {}", session.game().board().info().title), record);
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
fn find_session(state: &ServerState, id: &str) -> Result<Arc<Session>, ApiError> {
    state.sessions.get(id).ok_or_else(no_such_session)
}

/// Error for an unknown session.
fn no_such_session() -> ApiError {
    ApiError::missing("the game is no longer on the server: begin a new one")
}
