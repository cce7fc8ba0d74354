use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::extract::{PathParams, Raw};
use super::{Reply, ServerState};
use crate::chance;
use crate::record_cache::RecordFile;
use crate::replay::{Replay, ReplaySummary, replay};

/// A file of records in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileSummary {
    /// What it is called in addresses.
    id: String,
    /// What people call it.
    name: String,
    /// How many games it has.
    count: usize,
    /// Its first game.
    first: ReplaySummary,
}

/// The files that the server was started with.
#[derive(Serialize, ToSchema)]
pub(crate) struct Files {
    replays: Vec<FileSummary>,
}

/// The games of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct FileGames {
    /// What people call the file.
    name: String,
    /// Its games.
    games: Vec<ReplaySummary>,
}

impl FileSummary {
    pub(super) fn of(book: &RecordFile) -> FileSummary {
        FileSummary {
            id: book.id.clone(),
            name: book.name.clone(),
            count: book.records.len(),
            first: book.summaries[0].clone(),
        }
    }
}

#[utoipa::path(
    get,
    path = "/files",
    summary = "The files that the server was started with",
    responses((status = 200, description = "done", body = Files))
)]
pub(super) async fn files(State(state): State<Arc<ServerState>>) -> Json<Files> {
    let replays = state.shelf.kept().iter().map(|book| FileSummary::of(book)).collect();
    Json(Files { replays })
}

#[utoipa::path(
    post,
    path = "/replays",
    summary = "Brings a file of records",
    params(("x-file-name" = Option<String>, Header, description = "what people call it")),
    request_body(content = Vec<u8>, description = "JSON objects, one a line, gzip allowed, at most 16 MiB", content_type = "application/octet-stream"),
    responses((status = 201, description = "done", body = FileSummary), (status = 413, description = "too long", body = ErrorBody), (status = 422, description = "no records", body = ErrorBody))
)]
pub(super) async fn add(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
    Raw(bytes): Raw,
) -> Result<(StatusCode, Json<FileSummary>), ApiError> {
    let id = chance::name().ok_or_else(|| ApiError::broken("the system has no randomness"))?;
    let name = headers.get("x-file-name").and_then(|name| name.to_str().ok());
    let name = name.map_or("dropped file".to_owned(), |name| name.chars().take(80).collect());
    let read = tokio::task::spawn_blocking(move || RecordFile::read(id, name, &bytes)).await;
    let book = read.map_err(ApiError::broken)?.map_err(ApiError::impossible)?;
    Ok((StatusCode::CREATED, Json(FileSummary::of(&state.shelf.add(book)))))
}

#[utoipa::path(
    get,
    path = "/replays/{id}",
    summary = "The games of a file",
    params(("id" = String, Path, description = "the file")),
    responses((status = 200, description = "done", body = FileGames), (status = 404, description = "no such file", body = ErrorBody))
)]
pub(super) async fn list(
    State(state): State<Arc<ServerState>>,
    PathParams(id): PathParams<String>,
) -> Reply<FileGames> {
    let book = book(&state, &id)?;
    Ok(Json(FileGames { name: book.name.clone(), games: book.summaries.clone() }))
}

#[utoipa::path(
    get,
    path = "/replays/{id}/{index}",
    summary = "A recorded game with all its positions",
    params(("id" = String, Path, description = "the file"), ("index" = usize, Path, description = "its place, from 0")),
    responses((status = 200, description = "done", body = Replay), (status = 404, description = "no such game", body = ErrorBody), (status = 422, description = "a record that cannot be replayed", body = ErrorBody))
)]
pub(super) async fn show(
    State(state): State<Arc<ServerState>>,
    PathParams((id, index)): PathParams<(String, usize)>,
) -> Reply<Replay> {
    let book = book(&state, &id)?;
    let record = book.records.get(index).ok_or_else(|| {
        ApiError::missing(format!("the file has {} games, counted from 0", book.records.len()))
    })?;
    let source = format!("{}, game {}", book.name, index + 1);
    Ok(Json(replay(record, Some(source)).map_err(ApiError::impossible)?))
}

fn book(state: &ServerState, id: &str) -> Result<Arc<RecordFile>, ApiError> {
    let missing = || ApiError::missing("that file is no longer here: drop it on the page again");
    state.shelf.get(id).ok_or_else(missing)
}
