//! Errors of record files.

use std::io;
use std::path::PathBuf;

use super::Mismatch;
use crate::store::{StoreError, StoredPlace};

/// File of records that cannot be written or read, or whose games the referee does not reproduce.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file is truncated.
    #[error(
        "{}:{line}: the file is cut off in this line: copy it again from its source, or record \
         the games again", path.display()
    )]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A line is not a record.
    #[error(
        "{}:{line}: not a game record: {why}: restore the file from its source, or record the \
         games again", path.display()
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Error of the parser.
        why: String,
    },
    /// The file contains no record.
    #[error("{}: holds no games: was it recorded to the end?", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The referee does not reproduce a record.
    #[error(
        "{}:{line}: game with seed {seed}: {mismatch}: the record was altered, or the rules have \
         changed since", path.display()
    )]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game's seed.
        seed: u64,
        /// The difference.
        mismatch: Mismatch,
    },
    /// The referee does not reproduce a stored game.
    #[error(
        "{}: match {}, pair {}, game {}: {mismatch}: the rules have changed since", path.display(),
        place.id.0, place.unit + 1, place.number + 1
    )]
    Stored {
        /// The store.
        path: PathBuf,
        /// The place of the game in the store.
        place: StoredPlace,
        /// The difference.
        mismatch: Box<Mismatch>,
    },
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}
