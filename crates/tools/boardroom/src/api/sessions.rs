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
use super::games::{Place, known};
use super::replays::FileSummary;
use super::{Reply, ServerState};
use crate::chance;
use crate::games::played;
use crate::record::record_of;
use crate::record_cache::RecordFile;
use crate::replay::player;
use crate::session::{Beginning, Event, LONGEST, Refusal, Session, SessionView};

/// A game that is to be played.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewSession {
    /// The game's name.
    game: String,
    /// Whose side the visitor has, 0 or 1.
    human: usize,
    /// Milliseconds for each of the bot's moves, 10 to 60,000.
    time_ms: u64,
    /// What has been played already.
    #[serde(default)]
    moves: Vec<String>,
    /// Where the game starts, if not as usual.
    #[serde(default)]
    position: Option<String>,
    /// The visitor's army, where armies are set up; drawn by chance if left out.
    #[serde(default)]
    setup: Option<String>,
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMove {
    /// As the judge reads it.
    #[serde(rename = "move")]
    mv: String,
}

/// The shortest time for a move.
const SHORTEST: Duration = Duration::from_millis(10);

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
    fn beginning(self) -> Result<Beginning, ApiError> {
        let human = player(self.human);
        let human = human.ok_or_else(|| ApiError::malformed("`human` is 0 or 1"))?;
        let time = Duration::from_millis(self.time_ms);
        if !(SHORTEST..=LONGEST).contains(&time) {
            return Err(ApiError::malformed("`timeMs` is 10 to 60000"));
        }
        let room = known(&self.game)?;
        if played().iter().all(|played| played.name() != room.name()) {
            return Err(ApiError::impossible(
                "this variant can be replayed, and is not played here",
            ));
        }
        let place = Place { game: self.game, moves: self.moves, position: self.position };
        let mut course = place.course()?;
        let mut floor = 0;
        if course.played() == 0 && place.position.is_none() && room.info().setup.is_some() {
            for player in gamekit::Player::BOTH {
                let own = self.setup.clone().filter(|_| player == human);
                let drawn = || room.draw_setup(player, chance::seed());
                let setup = own.or_else(drawn).and_then(|setup| room.read_setup(&setup));
                let setup = setup.ok_or_else(|| {
                    let why =
                        "`setup` is no army: it has each piece of the stock once, as a capital";
                    ApiError::impossible(why)
                })?;
                for mv in setup {
                    course.play(&mv).map_err(ApiError::impossible)?;
                }
            }
            floor = course.played();
        } else if self.setup.is_some() {
            return Err(ApiError::impossible("`setup` is for games that begin with one"));
        }
        Ok(Beginning { room, human, time, course, floor })
    }
}

#[utoipa::path(
    post,
    path = "/tables",
    summary = "Begins a game against a bot",
    request_body = NewSession,
    responses((status = 201, description = "done", body = SessionView), (status = 422, description = "a beginning that cannot be", body = ErrorBody), (status = 429, description = "too many games", body = ErrorBody))
)]
pub(super) async fn open(
    State(state): State<Arc<ServerState>>,
    Body(new): Body<NewSession>,
) -> Result<(StatusCode, Json<SessionView>), ApiError> {
    let beginning = new.beginning()?;
    let id = chance::name().ok_or_else(|| ApiError::broken("the system has no randomness"))?;
    let table = Session::new(id, beginning);
    let added = state.tables.add(&table);
    added.map_err(|error| ApiError::new(StatusCode::TOO_MANY_REQUESTS, error))?;
    table.open(&state.engines);
    Ok((StatusCode::CREATED, Json(table.view())))
}

#[utoipa::path(
    get,
    path = "/tables/{id}",
    summary = "How a game stands",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "done", body = SessionView), (status = 404, description = "no such table", body = ErrorBody))
)]
pub(super) async fn show(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    Ok(Json(table(&state, &id)?.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/moves",
    summary = "Plays a move",
    params(("id" = String, Path, description = "the table")),
    request_body = NewMove,
    responses((status = 200, description = "done", body = SessionView), (status = 404, description = "no such table", body = ErrorBody), (status = 409, description = "not your turn", body = ErrorBody), (status = 422, description = "an illegal move", body = ErrorBody))
)]
pub(super) async fn play(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
    Body(NewMove { mv }): Body<NewMove>,
) -> Reply<SessionView> {
    let table = table(&state, &id)?;
    table.play(&mv, &state.engines)?;
    Ok(Json(table.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/undo",
    summary = "Takes a move back",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "done", body = SessionView), (status = 404, description = "no such table", body = ErrorBody), (status = 409, description = "nothing to take back", body = ErrorBody))
)]
pub(super) async fn undo(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let table = table(&state, &id)?;
    table.undo(&state.engines)?;
    Ok(Json(table.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/hint",
    summary = "Asks for a hint, which comes with the events",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "done", body = SessionView), (status = 404, description = "no such table", body = ErrorBody), (status = 409, description = "not your turn", body = ErrorBody))
)]
pub(super) async fn advise(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let table = table(&state, &id)?;
    table.advise(&state.engines)?;
    Ok(Json(table.view()))
}

#[utoipa::path(
    post,
    path = "/tables/{id}/stop",
    summary = "Lets the bot play the best move that it knows",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "done", body = SessionView), (status = 404, description = "no such table", body = ErrorBody))
)]
pub(super) async fn stop(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<SessionView> {
    let table = table(&state, &id)?;
    table.stop();
    Ok(Json(table.view()))
}

#[utoipa::path(
    delete,
    path = "/tables/{id}",
    summary = "Ends a game",
    params(("id" = String, Path, description = "the table")),
    responses((status = 204, description = "done"), (status = 404, description = "no such table", body = ErrorBody))
)]
pub(super) async fn close(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<StatusCode, ApiError> {
    state.tables.remove(&id).ok_or_else(gone)?.close();
    Ok(StatusCode::NO_CONTENT)
}

/// Turns the game into a record that can be replayed.
#[utoipa::path(
    post,
    path = "/tables/{id}/replay",
    summary = "Makes a record of a game that is over",
    params(("id" = String, Path, description = "the table")),
    responses((status = 201, description = "done", body = FileSummary), (status = 404, description = "no such table", body = ErrorBody), (status = 409, description = "it is not over", body = ErrorBody), (status = 422, description = "it began elsewhere", body = ErrorBody))
)]
pub(super) async fn keep(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<(StatusCode, Json<FileSummary>), ApiError> {
    let table = table(&state, &id)?;
    let moves = table.open_moves().ok_or_else(|| {
        ApiError::new(StatusCode::CONFLICT, "the game hides something and is not over yet")
    })?;
    let mut names = ["bot", "bot"];
    names[table.human().index()] = "you";
    let record = record_of(table.room(), &moves, names).map_err(ApiError::impossible)?;
    let id = chance::name().ok_or_else(|| ApiError::broken("the system has no randomness"))?;
    let book = RecordFile::of(id, format!("your game of {}", table.room().info().title), record);
    let book = state.shelf.add(book.map_err(ApiError::impossible)?);
    Ok((StatusCode::CREATED, Json(FileSummary::of(&book))))
}

/// Tells what happens at a table, from now on, and how it stands to begin with.
#[utoipa::path(
    get,
    path = "/tables/{id}/events",
    summary = "Events `table` (how the game stands) and `thinking` (what the bot thinks)",
    params(("id" = String, Path, description = "the table")),
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = SessionView), (status = 404, description = "no such table", body = ErrorBody))
)]
pub(super) async fn events(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let table = table(&state, &id)?;
    let events = BroadcastStream::new(table.events());
    let told = tokio_stream::once(Ok(Event::Changed)).chain(events).map(move |event| {
        Ok(match event {
            Ok(Event::Thought(thought)) => json_event("thinking", &thought),
            // Whoever was too slow to hear everything sees it all.
            Ok(Event::Changed) | Err(_) => json_event("table", &table.view()),
        })
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

/// Returns an event that holds JSON.
pub(super) fn json_event(name: &str, value: &impl serde::Serialize) -> sse::Event {
    let event = sse::Event::default().event(name);
    match serde_json::to_string(value) {
        Ok(text) => event.data(text),
        Err(error) => event.comment(error.to_string()),
    }
}

fn table(state: &ServerState, id: &str) -> Result<Arc<Session>, ApiError> {
    state.tables.get(id).ok_or_else(gone)
}

fn gone() -> ApiError {
    ApiError::missing("that game is no longer here: begin a new one")
}
