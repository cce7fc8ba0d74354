//! Games recorded from the official referees.

use std::path::PathBuf;

use arena::{Record, Records};

use crate::workspace::root;

/// Returns the path of the file with the games that were recorded from a game's official referee.
#[must_use]
pub fn records_of(game: &str) -> PathBuf {
    root().join("tests/data/transcripts").join(format!("{game}.jsonl.gz"))
}

/// Reads the games that were recorded from a game's official referee.
///
/// # Panics
///
/// Panics if there are none, or if they cannot be read.
#[must_use]
pub fn recorded_games(game: &str) -> Vec<Record> {
    let records = Records::open(&records_of(game));
    let records: Result<Vec<_>, _> = records.and_then(Iterator::collect);
    let records: Vec<Record> = match records {
        Ok(records) => records.into_iter().map(|(_, record)| record).collect(),
        Err(error) => panic!("{error}"),
    };
    assert!(!records.is_empty(), "no recorded games of {game}");
    records
}
