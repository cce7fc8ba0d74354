//! In-memory cache of uploaded record files: a bounded number of files of bounded size.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use arena::Record;
use flate2::bufread::MultiGzDecoder;

use crate::replay::{ReplayError, ReplaySummary, replay, summary};

/// Maximum number of uploaded files: a new file replaces the oldest one.
const MAX_FILES: usize = 32;

/// Maximum size of all uploaded files together, in bytes of their decompressed text: a new file
/// replaces the oldest ones.
const MAX_TOTAL_BYTES: u64 = 256 << 20;

/// Maximum size of a decompressed file, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Maximum number of games of a file.
const MAX_GAMES: usize = 20_000;

/// First bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// File of records.
pub(crate) struct RecordFile {
    /// Identifier in URLs.
    pub(crate) id: String,
    /// Name for readers.
    pub(crate) name: String,
    /// Games.
    pub(crate) records: Vec<Record>,
    /// Summaries of the games, for lists.
    pub(crate) summaries: Vec<ReplaySummary>,
    /// Size of the decompressed file in bytes.
    size: u64,
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
        if line.trim().is_empty() {
            continue;
        }
        let record: Record = serde_json::from_str(&line).map_err(|error| {
            RecordFileError::Malformed { line: index + 1, reason: error.to_string() }
        })?;
        records.push(record);
    }
    if records.is_empty() { Err(RecordFileError::Empty) } else { Ok((records, read)) }
}

/// Cache of record files, the newest last.
#[derive(Default)]
pub(crate) struct RecordCache {
    files: Mutex<VecDeque<Arc<RecordFile>>>,
    /// Number of files from the command line, which are never removed.
    kept: usize,
}

impl RecordCache {
    /// Returns a cache with these files, which are never removed.
    pub(crate) fn with(files: Vec<RecordFile>) -> RecordCache {
        let kept = files.len();
        RecordCache { files: Mutex::new(files.into_iter().map(Arc::new).collect()), kept }
    }

    /// Returns the files from the command line.
    pub(crate) fn kept(&self) -> Vec<Arc<RecordFile>> {
        self.lock().iter().take(self.kept).cloned().collect()
    }

    /// Adds a file; removes the oldest uploaded files if they are too many or too large.
    pub(crate) fn add(&self, file: RecordFile) -> Arc<RecordFile> {
        let file = Arc::new(file);
        let mut files = self.lock();
        files.push_back(Arc::clone(&file));
        let is_too_much = |uploaded: &[&Arc<RecordFile>]| {
            let total: u64 = uploaded.iter().map(|file| file.size).sum();
            uploaded.len() > MAX_FILES || (uploaded.len() > 1 && total > MAX_TOTAL_BYTES)
        };
        while is_too_much(&files.iter().skip(self.kept).collect::<Vec<_>>()) {
            files.remove(self.kept);
        }
        file
    }

    /// Returns the file with this identifier.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<RecordFile>> {
        self.lock().iter().find(|file| file.id == id).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<RecordFile>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecordFile {
    /// Returns a file with one game.
    ///
    /// # Errors
    ///
    /// The game or the result of the record is unknown.
    pub(crate) fn of(id: String, name: String, record: Record) -> Result<RecordFile, ReplayError> {
        let summaries = vec![summary(0, &record)?];
        Ok(RecordFile { id, name, records: vec![record], summaries, size: 0 })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`read_records`]; also a record of an unknown game, or a first game whose moves are not
    /// legal.
    pub(crate) fn read(
        id: String,
        name: String,
        bytes: &[u8],
    ) -> Result<RecordFile, RecordFileError> {
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
        Ok(RecordFile { id, name, records, summaries, size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file without games that counts as that many bytes.
    fn file(id: &str, size: u64) -> RecordFile {
        let (id, name) = (id.to_owned(), String::new());
        RecordFile { id, name, records: Vec::new(), summaries: Vec::new(), size }
    }

    #[test]
    fn large_files_replace_the_oldest_uploaded_ones() {
        let cache = RecordCache::with(vec![file("kept", MAX_BYTES)]);
        let known = |ids: [&str; 4]| ids.map(|id| cache.get(id).is_some());
        cache.add(file("a", MAX_TOTAL_BYTES / 2));
        cache.add(file("b", MAX_TOTAL_BYTES / 2));
        assert_eq!(known(["kept", "a", "b", "c"]), [true, true, true, false]);
        cache.add(file("c", 1));
        assert_eq!(known(["kept", "a", "b", "c"]), [true, false, true, true]);
        cache.add(file("d", MAX_TOTAL_BYTES + 1));
        assert_eq!(known(["kept", "b", "c", "d"]), [true, false, false, true]);
    }
}
