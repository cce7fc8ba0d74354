use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arena::{MatchId, Store, StoredPlace};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{self, KeepAlive, Sse};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt as _};

use super::error::{ApiError, ErrorBody};
use super::extract::{PathParams, QueryParams};
use super::sessions::json_event;
use super::{Reply, ServerState};
use crate::matches::{
    Filter, Games, MatchError, MatchPage, MatchView, Matches, game as game_of, games as games_of,
    list as list_of, open, page as page_of, view,
};
use crate::replay::Replay;

/// How often the store is looked at for somebody who watches a match.
const PAUSE: Duration = Duration::from_secs(1);

impl From<MatchError> for ApiError {
    fn from(error: MatchError) -> ApiError {
        match error {
            MatchError::NoGame | MatchError::Store(_) => ApiError::missing(error),
            MatchError::Replay(_) => ApiError::impossible(error),
        }
    }
}

/// Reads the store where it holds nobody up.
async fn read<T: Send + 'static>(
    state: &ServerState,
    read: impl FnOnce(&Store, PathBuf) -> Result<T, MatchError> + Send + 'static,
) -> Result<T, ApiError> {
    let path = state.store.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let store = open(&path).map_err(MatchError::from)?;
        let missing = || ApiError::missing("there is no store yet: `cargo cg match` makes one");
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
    summary = "A match with its tables and charts",
    params(("id" = i64, Path, description = "the match")),
    responses((status = 200, description = "done", body = MatchPage), (status = 404, description = "no such match", body = ErrorBody))
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
    summary = "Games of a match, filtered and sorted, fifty a page",
    params(("id" = i64, Path, description = "the match"), Filter),
    responses((status = 200, description = "done", body = Games), (status = 400, description = "a filter that is none", body = ErrorBody), (status = 404, description = "no such match", body = ErrorBody))
)]
pub(super) async fn games(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<i64>,
    QueryParams(filter): QueryParams<Filter>,
) -> Reply<Games> {
    let games = read(&state, move |store, _| Ok(games_of(store, MatchId(id), &filter)?)).await?;
    Ok(Json(games))
}

#[utoipa::path(
    get,
    path = "/matches/{id}/games/{unit}/{number}",
    summary = "A game of a match with all its positions",
    params(("id" = i64, Path, description = "the match"), ("unit" = usize, Path, description = "its pair, from 0"), ("number" = usize, Path, description = "0 or 1")),
    responses((status = 200, description = "done", body = Replay), (status = 404, description = "no such match", body = ErrorBody), (status = 422, description = "a record that cannot be replayed", body = ErrorBody))
)]
pub(super) async fn game(
    State(state): State<Arc<ServerState>>,
    PathParams((id, unit, number)): PathParams<(i64, usize, usize)>,
) -> Reply<Replay> {
    let place = StoredPlace { id: MatchId(id), unit, number };
    Ok(Json(read(&state, move |store, _| game_of(store, place)).await?))
}

/// Tells how a match stands, at once and whenever games have been added.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    summary = "Events `match`, whenever games have been added",
    params(("id" = i64, Path, description = "the match")),
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = MatchView), (status = 404, description = "no such match", body = ErrorBody))
)]
pub(super) async fn events(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<i64>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let now = move |store: &Store, path: PathBuf| Ok(view(store, &path, MatchId(id))?);
    let mut told = read(&state, now).await?;
    let (sender, views) = mpsc::channel::<MatchView>(1);
    tokio::spawn(async move {
        if sender.send(told.clone()).await.is_err() {
            return;
        }
        loop {
            tokio::select! {
                () = sender.closed() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            // A store that cannot be read just now may be readable in a second.
            let Ok(view) = read(&state, now).await else { continue };
            if view != told {
                told = view.clone();
                if sender.send(view).await.is_err() {
                    return;
                }
            }
        }
    });
    let events = ReceiverStream::new(views).map(|view| Ok(json_event("match", &view)));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
