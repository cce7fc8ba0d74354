//! Errors of record files.

use std::io;
use std::path::PathBuf;

use crate::record::Record;

/// File of records that cannot be written or read.
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
    /// A line is longer than any record.
    #[error(
        "{}:{line}: the line is longer than {} MiB: no game record is, restore the file from its \
         source", path.display(), Record::MAX_BYTES >> 20
    )]
    TooLong {
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
    /// The file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}
