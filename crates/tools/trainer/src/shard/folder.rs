use std::fs;
use std::path::{Path, PathBuf};

use super::file::{encode, read_label};
use super::{PlayedGame, Shard, ShardError, Watch};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::tunable_game::TunableGame;
use crate::whole_file::write_whole;

/// A folder of shards. Only whole ones count, whoever has put them there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Games that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The file of a shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Who plays.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

/// Whether a folder holds a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placed {
    /// It does.
    There,
    /// It does not.
    Missing,
}

impl Folder {
    /// Names a folder, which need not exist yet.
    #[must_use]
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// Returns where the file of a shard belongs.
    #[must_use]
    pub fn path_of(&self, shard: &Shard) -> PathBuf {
        self.path.join(shard.file_name())
    }

    /// Looks whether the shard is there.
    ///
    /// # Errors
    ///
    /// Its file holds another shard, or something else.
    pub fn look_for(&self, shard: &Shard) -> Result<Placed, ShardError> {
        let path = self.path_of(shard);
        if !path.exists() {
            return Ok(Placed::Missing);
        }
        if read_label(&path)? == *shard { Ok(Placed::There) } else { Err(ShardError::Taken(path)) }
    }

    /// Writes the file of a shard with its games, whole or not at all.
    ///
    /// # Errors
    ///
    /// Whatever the system reports.
    pub fn place(&self, shard: &Shard, games: &[PlayedGame]) -> Result<(), ShardError> {
        let path = self.path_of(shard);
        write_whole(&path, &encode(shard, games))
            .map_err(|source| ShardError::Access { path, source })
    }

    /// Plays those of the shards that are missing, in their order, on all cores. Returns how many of
    /// all are there now, from the first on: fewer than all if `watch` has it stop.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or written or holds something else, or an evaluator that does not
    /// know the game.
    pub fn play_missing(
        &self,
        tunable_game: &dyn TunableGame,
        evaluator: &Evaluator,
        shards: &[Shard],
        watch: &Watch<'_>,
    ) -> Result<usize, SelfPlayError> {
        for (done, shard) in shards.iter().enumerate() {
            if self.look_for(shard)? == Placed::There {
                (watch.on_known)(shard);
                continue;
            }
            let Some(games) = tunable_game.play_shard(shard, evaluator, watch)? else {
                return Ok(done);
            };
            self.place(shard, &games)?;
        }
        Ok(shards.len())
    }

    /// Returns all shards that are there with their files, in the order of the shards, which does not
    /// depend on names and on who put them there first.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read, a file that is no shard, or no shard at all.
    pub fn shards(&self) -> Result<Vec<(Shard, PathBuf)>, ShardError> {
        let failed = |source| ShardError::Access { path: self.path.clone(), source };
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.to_string_lossy().ends_with(Shard::ENDING) {
                found.push((read_label(&path)?, path));
            }
        }
        if found.is_empty() {
            return Err(ShardError::Empty(self.path.clone()));
        }
        found.sort();
        Ok(found)
    }
}
