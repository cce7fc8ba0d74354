//! Errors of a match store.

use std::io;
use std::path::{Path, PathBuf};

use records::Record;

use super::{MatchId, Store};

/// Error: a match store that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct StoreError {
    path: PathBuf,
    cause: Cause,
}

/// Cause of an error of a match store.
#[derive(Debug, thiserror::Error)]
pub(super) enum Cause {
    #[error("{}", explain(.0))]
    Database(#[from] rusqlite::Error),
    #[error("a match or a game is stored in a form that cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a record cannot be unpacked: {0}")]
    Packing(#[from] io::Error),
    #[error("a record is longer than {} MiB: no game record is", Record::MAX_BYTES >> 20)]
    TooLong,
    #[error(
        "made by a newer version of this program (format {0}, known up to {known}): update",
        known = Store::VERSION
    )]
    Newer(i64),
    #[error("does not exist: no match is stored there yet; `cargo cg match` plays one")]
    Missing,
    #[error("{}", match .0 {
        Some(MatchId(id)) => format!("holds no match {id}"),
        None => "holds no match yet; `cargo cg match` plays one".to_owned(),
    })]
    NoMatch(Option<MatchId>),
}

impl StoreError {
    pub(super) fn new(path: &Path, cause: Cause) -> StoreError {
        StoreError { path: path.to_owned(), cause }
    }
}

/// Returns a message with advice for the failures that a user can cause.
fn explain(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "is no store of games: name another file".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "cannot be opened: is there such a file or folder?".to_owned()
        }
        Some(ErrorCode::ReadOnly) => "may not be written".to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full: make room and resume the match".to_owned(),
        Some(ErrorCode::DatabaseBusy) => "another program keeps it locked".to_owned(),
        _ => error.to_string(),
    }
}
