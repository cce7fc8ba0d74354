//! Record files: JSON Lines, plain or compressed with gzip, with bounds on what is read.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use records::Record;

use crate::replay::{ReplayError, ReplaySummary, replay, summary};

/// Maximum size of a decompressed file, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Maximum number of games of a file.
const MAX_GAMES: usize = 20_000;

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Games of a record file.
pub struct RecordedGames {
    /// Games.
    pub records: Vec<Record>,
    /// Summaries of the games, for lists.
    pub summaries: Vec<ReplaySummary>,
    /// Size of the decompressed file in bytes.
    pub size: u64,
}

/// Error: a record file that is refused.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// Line that is not a record.
    #[error("line {line} is not a game record: {reason}")]
    Malformed {
        /// Line number, from 1.
        line: usize,
        /// Reason.
        reason: String,
    },
    /// Record that cannot be replayed.
    #[error("line {line}: {reason}")]
    Unknown {
        /// Line number, from 1.
        line: usize,
        /// Reason.
        reason: ReplayError,
    },
    /// File without records.
    #[error("the file holds no games: records are JSON objects, one per line, gzip allowed")]
    Empty,
    /// File that is too long.
    #[error("the file holds more than {MAX_GAMES} games or {} MiB: split it", MAX_BYTES >> 20)]
    TooLong,
    /// File that cannot be decompressed, or is not text.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
}

/// Reads records, one JSON object per line, compressed with gzip or not.
///
/// # Errors
///
/// A line is not a record, the file is empty, unreadable or too long.
pub fn read_records(bytes: &[u8]) -> Result<Vec<Record>, RecordFileError> {
    Ok(read_sized(bytes)?.0)
}

/// Reads records, and returns the size of the decompressed file in bytes too.
fn read_sized(bytes: &[u8]) -> Result<(Vec<Record>, u64), RecordFileError> {
    let decompressed: Box<dyn Read + '_> = match bytes.starts_with(&GZIP) {
        true => Box::new(MultiGzDecoder::new(bytes)),
        false => Box::new(bytes),
    };
    let mut records = Vec::new();
    let mut read = 0;
    for (index, line) in BufReader::new(decompressed.take(MAX_BYTES + 1)).lines().enumerate() {
        let line = line.map_err(|error| RecordFileError::Unreadable(error.to_string()))?;
        read += line.len() as u64 + 1;
        if read > MAX_BYTES || records.len() >= MAX_GAMES {
            return Err(RecordFileError::TooLong);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record: Record = serde_json::from_str(&line).map_err(|error| {
            RecordFileError::Malformed { line: index + 1, reason: error.to_string() }
        })?;
        records.push(record);
    }
    if records.is_empty() { Err(RecordFileError::Empty) } else { Ok((records, read)) }
}

impl RecordedGames {
    /// Returns one game.
    ///
    /// # Errors
    ///
    /// The game or the result of the record is unknown.
    pub fn of(record: Record) -> Result<RecordedGames, ReplayError> {
        let summaries = vec![summary(0, &record)?];
        Ok(RecordedGames { records: vec![record], summaries, size: 0 })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`read_records`]; also a record of an unknown game, or a first game whose moves are not
    /// legal.
    pub fn read(bytes: &[u8]) -> Result<RecordedGames, RecordFileError> {
        let (records, size) = read_sized(bytes)?;
        let mut summaries = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate() {
            let summary = summary(index, record);
            summaries.push(
                summary.map_err(|reason| RecordFileError::Unknown { line: index + 1, reason })?,
            );
        }
        // The page opens the first game first.
        replay(&records[0], None).map_err(|reason| RecordFileError::Unknown { line: 1, reason })?;
        Ok(RecordedGames { records, summaries, size })
    }
}
