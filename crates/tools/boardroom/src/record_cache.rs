//! Files of records that visitors have brought, in memory: a bounded number of bounded files.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use arena::Record;
use flate2::bufread::MultiGzDecoder;

use crate::replay::{ReplayError, ReplaySummary, replay, summary};

/// Files kept at a time: the oldest one goes when there is another.
const MOST_FILES: usize = 32;

/// Bytes of a file once it is unpacked.
const MOST_BYTES: u64 = 256 << 20;

/// Games of a file.
const MOST_GAMES: usize = 20_000;

/// How a file that gzip has compressed begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A file of records.
pub(crate) struct RecordFile {
    /// What it is called in addresses.
    pub(crate) id: String,
    /// What people call it.
    pub(crate) name: String,
    /// Its games.
    pub(crate) records: Vec<Record>,
    /// The games as lists show them.
    pub(crate) summaries: Vec<ReplaySummary>,
}

/// A file that is not kept.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// A line that is no record.
    #[error("line {line} is not a game record: {why}")]
    Malformed {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A record of no game of ours.
    #[error("line {line}: {why}")]
    Unknown {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: ReplayError,
    },
    /// A file without any record.
    #[error("the file holds no games: records are JSON objects, one a line, gzip allowed")]
    Empty,
    /// A file that is too long.
    #[error("the file holds more than {MOST_GAMES} games or {} MiB: split it", MOST_BYTES >> 20)]
    TooLong,
    /// A file that cannot be unpacked, or is no text.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
}

/// Reads records, a JSON object a line, compressed or not.
///
/// # Errors
///
/// A line that is no record, no line at all, or too many.
pub fn read_records(bytes: &[u8]) -> Result<Vec<Record>, RecordFileError> {
    let unpacked: Box<dyn Read + '_> = match bytes.starts_with(&GZIP) {
        true => Box::new(MultiGzDecoder::new(bytes)),
        false => Box::new(bytes),
    };
    let mut records = Vec::new();
    let mut read = 0;
    for (index, line) in BufReader::new(unpacked.take(MOST_BYTES + 1)).lines().enumerate() {
        let line = line.map_err(|error| RecordFileError::Unreadable(error.to_string()))?;
        read += line.len() as u64 + 1;
        if read > MOST_BYTES || records.len() >= MOST_GAMES {
            return Err(RecordFileError::TooLong);
        }
        if line.trim().is_empty() {
            continue;
        }
        let record: Record = serde_json::from_str(&line).map_err(|error| {
            RecordFileError::Malformed { line: index + 1, why: error.to_string() }
        })?;
        records.push(record);
    }
    if records.is_empty() { Err(RecordFileError::Empty) } else { Ok(records) }
}

/// The files at hand, the newest last.
#[derive(Default)]
pub(crate) struct RecordCache {
    books: Mutex<VecDeque<Arc<RecordFile>>>,
    /// How many of them came with the program's start, and stay.
    kept: usize,
}

impl RecordCache {
    /// Returns a shelf with these files, which stay.
    pub(crate) fn with(books: Vec<RecordFile>) -> RecordCache {
        let kept = books.len();
        RecordCache { books: Mutex::new(books.into_iter().map(Arc::new).collect()), kept }
    }

    /// Returns every file that came with the program's start.
    pub(crate) fn kept(&self) -> Vec<Arc<RecordFile>> {
        self.lock().iter().take(self.kept).cloned().collect()
    }

    /// Adds a file.
    pub(crate) fn add(&self, book: RecordFile) -> Arc<RecordFile> {
        let book = Arc::new(book);
        let mut books = self.lock();
        books.push_back(Arc::clone(&book));
        if books.len() > self.kept + MOST_FILES {
            books.remove(self.kept);
        }
        book
    }

    /// Returns the file of that id.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<RecordFile>> {
        self.lock().iter().find(|book| book.id == id).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<RecordFile>>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecordFile {
    /// Returns a file of one game.
    ///
    /// # Errors
    ///
    /// A record that is not of a game of ours.
    pub(crate) fn of(id: String, name: String, record: Record) -> Result<RecordFile, ReplayError> {
        let summaries = vec![summary(0, &record)?];
        Ok(RecordFile { id, name, records: vec![record], summaries })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`read_records`], and a record that is not of a game of ours, or whose moves cannot be
    /// played.
    pub(crate) fn read(
        id: String,
        name: String,
        bytes: &[u8],
    ) -> Result<RecordFile, RecordFileError> {
        let records = read_records(bytes)?;
        let mut summaries = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate() {
            let summary = summary(index, record);
            summaries
                .push(summary.map_err(|why| RecordFileError::Unknown { line: index + 1, why })?);
        }
        // The first game is what is looked at first.
        replay(&records[0], None).map_err(|why| RecordFileError::Unknown { line: 1, why })?;
        Ok(RecordFile { id, name, records, summaries })
    }
}
