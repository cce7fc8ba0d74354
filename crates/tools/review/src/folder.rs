//! Folder of reviews: the searches of each game in a file of its own, from which a review
//! continues.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use trainer::write_whole;

use crate::effort::Effort;
use crate::game_to_review::GameToReview;
use crate::move_search::MoveSearch;

/// Maximum size of a file of reviews in bytes, more than the longest game needs.
const MAX_BYTES: u64 = 16 << 20;

/// Folder with a subfolder for each game. It holds one file per limit and program: another build of
/// the bot may find other moves.
#[derive(Clone, Debug)]
pub struct ReviewFolder {
    path: PathBuf,
    /// Hash of the program that searches.
    program: String,
}

/// Searches of the moves of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameSearches {
    /// Limit of the searches.
    pub(crate) effort: Effort,
    /// Search of each ply; `None` if it is not judged, or not yet.
    pub(crate) moves: Vec<Option<MoveSearch>>,
}

/// Error: a file of a review that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// File that cannot be read.
    #[error("{path} cannot be read: {source}")]
    Read {
        /// File.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Damaged file.
    #[error("{0} is damaged: remove it, and its game is reviewed again")]
    Damaged(PathBuf),
    /// File that cannot be written.
    #[error("{path} cannot be written: {source}")]
    Write {
        /// File.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}

impl ReviewFolder {
    /// Returns the folder at `path` for reviews by the program with the hash `program`.
    #[must_use]
    pub fn new(path: PathBuf, program: String) -> ReviewFolder {
        ReviewFolder { path, program }
    }

    fn file(&self, game: &GameToReview, effort: Effort) -> PathBuf {
        let limit = effort.to_string().replace(' ', "-");
        self.path.join(&game.hash).join(format!("{limit}-{}.json", self.program))
    }

    /// Returns the searches of a game so far.
    pub(crate) fn read(
        &self,
        game: &GameToReview,
        effort: Effort,
    ) -> Result<Vec<Option<MoveSearch>>, FolderError> {
        let path = self.file(game, effort);
        match read(&path)? {
            None => Ok(vec![None; game.turns.len()]),
            Some(found) if found.moves.len() == game.turns.len() => Ok(found.moves),
            Some(_) => Err(FolderError::Damaged(path)),
        }
    }

    /// Replaces the searches of a game.
    pub(crate) fn write(
        &self,
        game: &GameToReview,
        searches: &GameSearches,
    ) -> Result<(), FolderError> {
        let path = self.file(game, searches.effort);
        let text = serde_json::to_vec(searches).expect("searches are JSON values");
        write_whole(&path, &text).map_err(|source| FolderError::Write { path, source })
    }

    /// Returns the newest searches by any program of the game of `plies` plies with this hash;
    /// `None` if it has not been reviewed. A file that cannot be read is left out.
    pub(crate) fn newest(path: &Path, hash: &str, plies: usize) -> Option<GameSearches> {
        let entries = fs::read_dir(path.join(hash)).ok()?.filter_map(Result::ok);
        let is_review = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        let mut files: Vec<_> = entries
            .filter(|entry| is_review(&entry.path()))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort();
        let mut newest = files.into_iter().rev().filter_map(|(_, path)| read(&path).ok()?);
        newest.find(|found| found.moves.len() == plies)
    }
}

/// Reads a file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<GameSearches>, FolderError> {
    let failed = |source| FolderError::Read { path: path.to_owned(), source };
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
        Ok(data) if data.len() > MAX_BYTES => return Err(FolderError::Damaged(path.to_owned())),
        Ok(_) => {}
    }
    let text = fs::read(path).map_err(failed)?;
    let found = serde_json::from_slice(&text);
    found.map(Some).map_err(|_| FolderError::Damaged(path.to_owned()))
}
