//! ShardFolder of self-play shards: plays the missing ones and lists those that exist.

use std::fs;
use std::path::{Path, PathBuf};

use crate::evaluator::{Evaluator, EvaluatorError};
use crate::shard::{
    Labels, PlayedGame, Shard, ShardError, Watch, check_game, encode, read_header, read_shard,
};
use crate::tunable_game::TunableGame;
use crate::whole_file::write_whole;

/// Folder of shard files. Several processes may write to it; incomplete files are ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardFolder {
    path: PathBuf,
}

/// Self-play that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// Shard file that cannot be used.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Evaluator that does not support the game.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

/// Presence of a shard in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardStatus {
    /// The folder holds the shard.
    Present,
    /// The folder does not hold the shard.
    Missing,
}

impl ShardFolder {
    /// Returns the folder at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: &Path) -> ShardFolder {
        ShardFolder { path: path.to_owned() }
    }

    /// Returns the path of a shard's file.
    #[must_use]
    pub fn path_of(&self, shard: &Shard) -> PathBuf {
        self.path.join(shard.file_name())
    }

    /// Returns whether the folder holds the shard.
    ///
    /// # Errors
    ///
    /// The file of the shard cannot be read, or holds another shard or something else.
    pub fn status_of(&self, shard: &Shard) -> Result<ShardStatus, ShardError> {
        let path = self.path_of(shard);
        if !path.exists() {
            return Ok(ShardStatus::Missing);
        }
        match read_header(&path)? == *shard {
            true => Ok(ShardStatus::Present),
            false => Err(ShardError::Taken(path)),
        }
    }

    /// Writes the file of a shard with its games, atomically.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, shard: &Shard, games: &[PlayedGame]) -> Result<(), ShardError> {
        let path = self.path_of(shard);
        write_whole(&path, &encode(shard, games))
            .map_err(|source| ShardError::Access { path, source })
    }

    /// Plays the missing ones of `shards`, in order, on all cores. Returns how many of `shards`,
    /// from the first one on, are present now. These are fewer than all if `watch` requests a stop.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written or holds something else, or the evaluator does not support
    /// the game.
    pub fn play_missing(
        &self,
        tunable_game: &dyn TunableGame,
        evaluator: &Evaluator,
        shards: &[Shard],
        watch: &Watch<'_>,
    ) -> Result<usize, SelfPlayError> {
        for (done, shard) in shards.iter().enumerate() {
            if self.status_of(shard)? == ShardStatus::Present {
                (watch.on_known)(shard);
                continue;
            }
            let Some(games) = tunable_game.play_shard(shard, evaluator, watch)? else {
                return Ok(done);
            };
            self.write(shard, &games)?;
        }
        Ok(shards.len())
    }

    /// Writes the missing ones of `shards` with the scores of another search, in order, on all
    /// cores. Returns how many of them, from the first one on, are present now. These are fewer
    /// than all if `watch` requests a stop.
    ///
    /// # Errors
    ///
    /// As for [`ShardFolder::play_missing`], or a shard holds another game or an illegal move.
    pub fn relabel_missing(
        &self,
        tunable_game: &dyn TunableGame,
        evaluator: &Evaluator,
        nodes: u64,
        shards: &[(Shard, PathBuf)],
        watch: &Watch<'_>,
    ) -> Result<usize, SelfPlayError> {
        let labels = Labels { evaluator: evaluator.identity(), nodes };
        for (done, (shard, path)) in shards.iter().enumerate() {
            check_game(shard, path, tunable_game.name())?;
            let shard = Shard { labels: Some(labels.clone()), ..shard.clone() };
            if self.status_of(&shard)? == ShardStatus::Present {
                (watch.on_known)(&shard);
                continue;
            }
            let (_, games) = read_shard(path)?;
            let Some(games) = tunable_game.relabel(&games, evaluator, nodes, watch)? else {
                return Ok(done);
            };
            let games: Option<Vec<PlayedGame>> = games.into_iter().collect();
            self.write(&shard, &games.ok_or_else(|| ShardError::Rules(path.clone()))?)?;
        }
        Ok(shards.len())
    }

    /// Returns all shards in the folder with the paths of their files, sorted by shard. The order
    /// does not depend on file names or on the order in which the files were written.
    ///
    /// # Errors
    ///
    /// The folder or a file cannot be read, a file is not a shard, or there is no shard.
    pub fn shards(&self) -> Result<Vec<(Shard, PathBuf)>, ShardError> {
        let failed = |source| ShardError::Access { path: self.path.clone(), source };
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.to_string_lossy().ends_with(Shard::ENDING) {
                found.push((read_header(&path)?, path));
            }
        }
        if found.is_empty() {
            return Err(ShardError::Empty(self.path.clone()));
        }
        found.sort();
        Ok(found)
    }
}
