//! In-memory cache of uploaded record files: a bounded number of files of bounded size.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use records::Record;
use room::{RecordFileError, RecordedGames, ReplayError};

/// Maximum number of uploaded files: a new file replaces the oldest one.
const MAX_FILES: usize = 32;

/// Maximum size of all uploaded files together, in bytes of their decompressed text: a new file
/// replaces the oldest ones.
const MAX_TOTAL_BYTES: u64 = 256 << 20;

/// File of records.
pub(crate) struct RecordFile {
    /// Identifier in URLs.
    pub(crate) id: String,
    /// Name for readers.
    pub(crate) name: String,
    /// Games.
    pub(crate) games: RecordedGames,
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
            let total: u64 = uploaded.iter().map(|file| file.games.size).sum();
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
        Ok(RecordFile { id, name, games: RecordedGames::of(record)? })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`RecordedGames::read`].
    pub(crate) fn read(
        id: String,
        name: String,
        bytes: &[u8],
    ) -> Result<RecordFile, RecordFileError> {
        Ok(RecordFile { id, name, games: RecordedGames::read(bytes)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file without games that counts as that many bytes.
    fn file(id: &str, size: u64) -> RecordFile {
        let (id, name) = (id.to_owned(), String::new());
        let games = RecordedGames { records: Vec::new(), summaries: Vec::new(), size };
        RecordFile { id, name, games }
    }

    #[test]
    fn large_files_replace_the_oldest_uploaded_ones() {
        let cache = RecordCache::with(vec![file("kept", MAX_TOTAL_BYTES)]);
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
