use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use super::extract::{Named, Raw};
use super::{Hall, Reply};
use crate::chance;
use crate::replay::{Replay, ReplaySummary, replay};
use crate::shelf::Book;

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
    pub(super) fn of(book: &Book) -> FileSummary {
        FileSummary {
            id: book.id.clone(),
            name: book.name.clone(),
            count: book.records.len(),
            first: book.summaries[0].clone(),
        }
    }
}

pub(super) async fn files(State(hall): State<Arc<Hall>>) -> Json<Files> {
    let replays = hall.shelf.kept().iter().map(|book| FileSummary::of(book)).collect();
    Json(Files { replays })
}

pub(super) async fn add(
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    Raw(bytes): Raw,
) -> Result<(StatusCode, Json<FileSummary>), ApiError> {
    let id = chance::name().ok_or_else(|| ApiError::broken("the system has no randomness"))?;
    let name = headers.get("x-file-name").and_then(|name| name.to_str().ok());
    let name = name.map_or("dropped file".to_owned(), |name| name.chars().take(80).collect());
    let read = tokio::task::spawn_blocking(move || Book::read(id, name, &bytes)).await;
    let book = read.map_err(ApiError::broken)?.map_err(ApiError::impossible)?;
    Ok((StatusCode::CREATED, Json(FileSummary::of(&hall.shelf.add(book)))))
}

pub(super) async fn list(
    State(hall): State<Arc<Hall>>,
    Named(id): Named<String>,
) -> Reply<FileGames> {
    let book = book(&hall, &id)?;
    Ok(Json(FileGames { name: book.name.clone(), games: book.summaries.clone() }))
}

pub(super) async fn show(
    State(hall): State<Arc<Hall>>,
    Named((id, index)): Named<(String, usize)>,
) -> Reply<Replay> {
    let book = book(&hall, &id)?;
    let record = book.records.get(index).ok_or_else(|| {
        ApiError::missing(format!("the file has {} games, counted from 0", book.records.len()))
    })?;
    let source = format!("{}, game {}", book.name, index + 1);
    Ok(Json(replay(record, Some(source)).map_err(ApiError::impossible)?))
}

fn book(hall: &Hall, id: &str) -> Result<Arc<Book>, ApiError> {
    let missing = || ApiError::missing("that file is no longer here: drop it on the page again");
    hall.shelf.get(id).ok_or_else(missing)
}
