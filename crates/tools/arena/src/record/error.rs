use std::io;
use std::path::PathBuf;

use super::Mismatch;
use crate::store::{StoreError, StoredPlace};

/// A file of records that cannot be written or read, or that does not hold what was played.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file ends before its end.
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
    /// A line that is no record.
    #[error(
        "{}:{line}: not a game record: {why}: restore the file from its source, or record the \
         games again", path.display()
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A file without any record.
    #[error("{}: holds no games: was it recorded to the end?", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A record that the referee does not reproduce.
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
        /// What differs.
        mismatch: Mismatch,
    },
    /// A stored game that the referee does not reproduce.
    #[error(
        "{}: match {}, pair {}, game {}: {mismatch}: the rules have changed since", path.display(),
        place.id.0, place.unit + 1, place.number + 1
    )]
    Stored {
        /// The store.
        path: PathBuf,
        /// The game.
        place: StoredPlace,
        /// What differs.
        mismatch: Box<Mismatch>,
    },
    /// A store that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}
