//! Endpoints of record files: upload, lists and replays.

use std::sync::Arc;

use arena::Record;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use room::{Replay, ReplaySummary, random};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::extract::{PathParams, QueryParams, Raw};
use super::pictures::{self, PictureLook};
use super::{Reply, ServerState};
use crate::record_cache::RecordFile;
use crate::reviewed::replay_with_review;

/// Record file in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileSummary {
    /// Identifier in URLs.
    id: String,
    /// Name for readers.
    name: String,
    /// Number of games.
    count: usize,
    /// First game.
    first: ReplaySummary,
}

/// Record files from the command line of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Files {
    /// Files.
    replays: Vec<FileSummary>,
}

/// Games of a record file.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileGames {
    /// Name of the file.
    name: String,
    /// Games.
    games: Vec<ReplaySummary>,
}

impl FileSummary {
    pub(super) fn of(file: &RecordFile) -> FileSummary {
        FileSummary {
            id: file.id.clone(),
            name: file.name.clone(),
            count: file.games.records.len(),
            first: file.games.summaries[0].clone(),
        }
    }
}

#[utoipa::path(
    get,
    path = "/files",
    summary = "Record files from the command line of the server",
    responses((status = 200, description = "done", body = Files))
)]
pub(super) async fn files(State(state): State<Arc<ServerState>>) -> Json<Files> {
    let replays = state.record_cache.kept().iter().map(|file| FileSummary::of(file)).collect();
    Json(Files { replays })
}

#[utoipa::path(
    post,
    path = "/replays",
    summary = "Uploads a record file",
    params(("x-file-name" = Option<String>, Header, description = "name of the file for readers")),
    request_body(
        content = Vec<u8>,
        description = "JSON objects, one per line, gzip allowed, at most 16 MiB",
        content_type = "application/octet-stream"
    ),
    responses(
        (status = 201, description = "done", body = FileSummary),
        (status = 413, description = "the file is too long", body = ErrorBody),
        (status = 422, description = "the file is not a record file", body = ErrorBody)
    )
)]
pub(super) async fn upload(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
    Raw(bytes): Raw,
) -> Result<(StatusCode, Json<FileSummary>), ApiError> {
    let id = random::id()
        .ok_or_else(|| ApiError::broken("the operating system gives no random bytes"))?;
    let name = headers.get("x-file-name").and_then(|name| name.to_str().ok());
    let name = name.map_or("dropped file".to_owned(), |name| name.chars().take(80).collect());
    let read = tokio::task::spawn_blocking(move || RecordFile::read(id, name, &bytes)).await;
    let file = read.map_err(ApiError::broken)?.map_err(ApiError::impossible)?;
    Ok((StatusCode::CREATED, Json(FileSummary::of(&state.record_cache.add(file)))))
}

#[utoipa::path(
    get,
    path = "/replays/{id}",
    summary = "Games of a record file",
    params(("id" = String, Path, description = "identifier of the file")),
    responses(
        (status = 200, description = "done", body = FileGames),
        (status = 404, description = "no such file", body = ErrorBody)
    )
)]
pub(super) async fn list(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<FileGames> {
    let file = find_file(&state, &id)?;
    Ok(Json(FileGames { name: file.name.clone(), games: file.games.summaries.clone() }))
}

#[utoipa::path(
    get,
    path = "/replays/{id}/{index}",
    summary = "Recorded game with all its positions",
    params(
        ("id" = String, Path, description = "identifier of the file"),
        ("index" = usize, Path, description = "index of the game, from 0")
    ),
    responses(
        (status = 200, description = "done", body = Replay),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the record cannot be replayed", body = ErrorBody)
    )
)]
pub(super) async fn show(
    State(state): State<Arc<ServerState>>,
    PathParams((id, index)): PathParams<(String, usize)>,
) -> Reply<Replay> {
    Ok(Json(replay_of(&state, &id, index)?))
}

/// Returns a game of a record file with all its positions.
fn replay_of(state: &ServerState, id: &str, index: usize) -> Result<Replay, ApiError> {
    let file = find_file(state, id)?;
    let record = record_of(&file, index)?;
    let source = format!("{}, game {}", file.name, index + 1);
    let replay = replay_with_review(record, Some(source), state.reviews.as_deref());
    replay.map_err(ApiError::impossible)
}

#[utoipa::path(
    get,
    path = "/replays/{id}/{index}/picture",
    summary = "Recorded game as an animated picture",
    params(
        ("id" = String, Path, description = "identifier of the file"),
        ("index" = usize, Path, description = "index of the game, from 0"),
        PictureLook
    ),
    responses(
        (status = 200, description = "animated PNG", content_type = "image/png", body = Vec<u8>),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the record cannot be replayed", body = ErrorBody)
    )
)]
pub(super) async fn picture(
    State(state): State<Arc<ServerState>>,
    PathParams((id, index)): PathParams<(String, usize)>,
    QueryParams(look): QueryParams<PictureLook>,
) -> Result<Response, ApiError> {
    pictures::picture(&state, replay_of(&state, &id, index)?, look).await
}

/// Lets one upload at a time read its file, so that all together take no more memory than one.
/// Others wait, and nothing of their files is read meanwhile.
pub(super) async fn one_at_a_time(
    State(state): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response {
    let _permit = state.uploads.acquire().await;
    next.run(request).await
}

/// Returns a game of a record file.
pub(super) fn record_of(file: &RecordFile, index: usize) -> Result<&Record, ApiError> {
    file.games.records.get(index).ok_or_else(|| {
        ApiError::missing(format!(
            "the file has {} games: the index counts from 0",
            file.games.records.len()
        ))
    })
}

/// Returns the record file with this identifier.
pub(super) fn find_file(state: &ServerState, id: &str) -> Result<Arc<RecordFile>, ApiError> {
    let missing = || ApiError::missing("the file is no longer on the server: upload it again");
    state.record_cache.get(id).ok_or_else(missing)
}
