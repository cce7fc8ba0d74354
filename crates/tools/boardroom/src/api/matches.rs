//! Endpoints of the matches in the arena's store.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arena::{MatchId, Record, Store, StoredPlace};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::{self, KeepAlive, Sse};
use room::Replay;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt as _};

use super::error::{ApiError, ErrorBody};
use super::extract::{PathParams, QueryParams};
use super::pictures::{self, PictureLook};
use super::sessions::json_event;
use super::{Reply, ServerState};
use crate::matches::{
    Filter, Games, MatchError, MatchPage, MatchView, Matches, game as game_of, games as games_of,
    list as list_of, open, page as page_of, record as record_of, view,
};

/// Interval between two reads of the store for the events of a match.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

impl From<MatchError> for ApiError {
    fn from(error: MatchError) -> ApiError {
        match error {
            MatchError::NoGame | MatchError::Store(_) => ApiError::missing(error),
            MatchError::Replay(_) => ApiError::impossible(error),
        }
    }
}

/// Reads the store on a thread for blocking calls.
async fn read<T: Send + 'static>(
    state: &ServerState,
    read: impl FnOnce(&Store, PathBuf) -> Result<T, MatchError> + Send + 'static,
) -> Result<T, ApiError> {
    let path = state.store.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let store = open(&path).map_err(MatchError::from)?;
        let missing = || ApiError::missing("there is no store yet: `cargo cg match` creates it");
        Ok(read(&store.ok_or_else(missing)?, path)?)
    });
    reading.await.map_err(ApiError::broken)?
}

#[utoipa::path(
    get,
    path = "/matches",
    summary = "All matches of the store, the newest first",
    responses((status = 200, description = "done", body = Matches))
)]
pub(super) async fn list(State(state): State<Arc<ServerState>>) -> Reply<Matches> {
    let path = state.store.clone();
    let matches = tokio::task::spawn_blocking(move || list_of(&path)).await;
    Ok(Json(matches.map_err(ApiError::broken)?.map_err(ApiError::missing)?))
}

#[utoipa::path(
    get,
    path = "/matches/{id}",
    summary = "Match with its results as tables and charts",
    params(("id" = i64, Path, description = "identifier of the match")),
    responses(
        (status = 200, description = "done", body = MatchPage),
        (status = 404, description = "no such match", body = ErrorBody)
    )
)]
pub(super) async fn page(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<i64>,
) -> Reply<MatchPage> {
    let page = read(&state, move |store, path| Ok(page_of(store, &path, MatchId(id))?)).await?;
    Ok(Json(page))
}

#[utoipa::path(
    get,
    path = "/matches/{id}/games",
    summary = "Games of a match, filtered and sorted, 50 per page",
    params(("id" = i64, Path, description = "identifier of the match"), Filter),
    responses(
        (status = 200, description = "done", body = Games),
        (status = 400, description = "invalid filter", body = ErrorBody),
        (status = 404, description = "no such match", body = ErrorBody)
    )
)]
pub(super) async fn games(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<i64>,
    QueryParams(filter): QueryParams<Filter>,
) -> Reply<Games> {
    let games = read(&state, move |store, _| Ok(games_of(store, MatchId(id), &filter)?)).await?;
    Ok(Json(games))
}

/// Returns the record of a stored game.
pub(super) async fn record(state: &ServerState, place: StoredPlace) -> Result<Record, ApiError> {
    read(state, move |store, _| record_of(store, place)).await
}

#[utoipa::path(
    get,
    path = "/matches/{id}/games/{unit}/{number}",
    summary = "Game of a match with all its positions",
    params(
        ("id" = i64, Path, description = "identifier of the match"),
        ("unit" = usize, Path, description = "index of the game pair, from 0"),
        ("number" = usize, Path, description = "index in the pair, 0 or 1")
    ),
    responses(
        (status = 200, description = "done", body = Replay),
        (status = 404, description = "no such match", body = ErrorBody),
        (status = 422, description = "the record cannot be replayed", body = ErrorBody)
    )
)]
pub(super) async fn game(
    State(state): State<Arc<ServerState>>,
    PathParams((id, unit, number)): PathParams<(i64, usize, usize)>,
) -> Reply<Replay> {
    let place = StoredPlace { id: MatchId(id), unit, number };
    let reviews = state.reviews.clone();
    let read = read(&state, move |store, _| game_of(store, place, reviews.as_deref()));
    Ok(Json(read.await?))
}

#[utoipa::path(
    get,
    path = "/matches/{id}/games/{unit}/{number}/picture",
    summary = "Game of a match as an animated picture",
    params(
        ("id" = i64, Path, description = "identifier of the match"),
        ("unit" = usize, Path, description = "index of the game pair, from 0"),
        ("number" = usize, Path, description = "index in the pair, 0 or 1"),
        PictureLook
    ),
    responses(
        (status = 200, description = "animated PNG", content_type = "image/png", body = Vec<u8>),
        (status = 404, description = "no such match", body = ErrorBody),
        (status = 422, description = "the record cannot be replayed", body = ErrorBody)
    )
)]
pub(super) async fn picture(
    State(state): State<Arc<ServerState>>,
    PathParams((id, unit, number)): PathParams<(i64, usize, usize)>,
    QueryParams(look): QueryParams<PictureLook>,
) -> Result<Response, ApiError> {
    let place = StoredPlace { id: MatchId(id), unit, number };
    let replay = read(&state, move |store, _| game_of(store, place, None)).await?;
    pictures::picture(&state, replay, look).await
}

/// Sends the state of a match at once and after each change.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    summary = "Events `match`: the state of a match, at once and after each change",
    params(("id" = i64, Path, description = "identifier of the match")),
    responses(
        (
            status = 200,
            description = "server-sent events",
            content_type = "text/event-stream",
            body = MatchView
        ),
        (status = 404, description = "no such match", body = ErrorBody)
    )
)]
pub(super) async fn events(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<i64>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let current = move |store: &Store, path: PathBuf| Ok(view(store, &path, MatchId(id))?);
    let mut sent = read(&state, current).await?;
    let (sender, views) = mpsc::channel::<MatchView>(1);
    tokio::spawn(async move {
        if sender.send(sent.clone()).await.is_err() {
            return;
        }
        loop {
            tokio::select! {
                () = sender.closed() => return,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            // After a failed read the next one may succeed.
            let Ok(view) = read(&state, current).await else { continue };
            if view != sent {
                sent = view.clone();
                if sender.send(view).await.is_err() {
                    return;
                }
            }
        }
    });
    let events = ReceiverStream::new(views).map(|view| Ok(json_event("match", &view)));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
