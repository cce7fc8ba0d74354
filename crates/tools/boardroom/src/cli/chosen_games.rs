//! Recorded or stored games that a command reads: all games of a file or a match, or one of them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use arena::{MatchId, Record, Store, StoredGame, StoredPlace};
use options::Data;
use room::read_records;

use super::store::store_path;
use crate::matches::source_of;

/// Choice of games on the command line.
pub(super) struct Choice<'a> {
    /// File of records; `None` for a match of the store.
    pub(super) file: Option<&'a PathBuf>,
    /// Store; `None` for the one in the data folder.
    pub(super) store: Option<&'a PathBuf>,
    /// Match in the store; `None` for the newest one.
    pub(super) id: Option<i64>,
    /// Number of the only game, from 1; `None` for all games.
    pub(super) number: Option<u32>,
    /// Maximum number of games that are read.
    pub(super) most: usize,
}

/// Games that a command reads.
pub(super) struct ChosenGames {
    /// Name of the file without its endings, or `match-ID`.
    pub(super) stem: String,
    /// File or match, for messages.
    pub(super) place: String,
    /// Chosen games.
    pub(super) games: Vec<ChosenGame>,
    /// Number of games to choose from.
    pub(super) total: usize,
}

/// Game that a command reads.
pub(super) struct ChosenGame {
    /// Number in the file or the match, from 1.
    pub(super) number: usize,
    /// Place for readers, such as `match 3, pair 4, game 1`.
    pub(super) source: String,
    /// Record.
    pub(super) record: Record,
}

impl Choice<'_> {
    /// Reads the chosen games.
    pub(super) fn read(&self, data: &Data) -> anyhow::Result<ChosenGames> {
        match self.file {
            Some(file) => self.of_file(file),
            None => {
                let path = store_path(self.store.map(PathBuf::as_path), data)?;
                self.of_store(&Store::open_to_read(&path)?)
            }
        }
    }

    /// Reads games of a file of records.
    fn of_file(&self, file: &Path) -> anyhow::Result<ChosenGames> {
        let place = file.display().to_string();
        let bytes = fs::read(file).with_context(|| format!("{place}: cannot be read"))?;
        let records = read_records(&bytes).with_context(|| place.clone())?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let total = records.len();
        let indexes = self.indexes(total).with_context(|| place.clone())?;
        let games = records.into_iter().enumerate().filter(|(index, _)| indexes.contains(index));
        let games = games.map(|(index, record)| {
            let number = index + 1;
            ChosenGame { number, source: format!("{name}, game {number}"), record }
        });
        let stem = name.trim_end_matches(".gz").trim_end_matches(".jsonl").to_owned();
        Ok(ChosenGames { games: games.collect(), stem, place, total })
    }

    /// Reads games of a match in the store.
    fn of_store(&self, store: &Store) -> anyhow::Result<ChosenGames> {
        let id = store.match_of(self.id.map(MatchId))?.id;
        let place = format!("match {}", id.0);
        let stored = store.games(id)?;
        let mut games = Vec::new();
        for index in self.indexes(stored.len()).with_context(|| place.clone())? {
            let StoredGame { unit, number, .. } = stored[index];
            let of_game = StoredPlace { id, unit, number };
            let missing = || format!("{place}, game {}: its record is missing", index + 1);
            let record = store.record(of_game)?.with_context(missing)?;
            games.push(ChosenGame { number: index + 1, source: source_of(of_game), record });
        }
        Ok(ChosenGames { stem: format!("match-{}", id.0), place, games, total: stored.len() })
    }

    /// Returns the indexes of the games: the only one, or the first of `total`.
    fn indexes(&self, total: usize) -> anyhow::Result<std::ops::Range<usize>> {
        if total == 0 {
            bail!("has no games");
        }
        let Some(number) = self.number else { return Ok(0..total.min(self.most)) };
        let number = number as usize;
        if number > total {
            bail!("has {total} games: `--game` counts from 1");
        }
        Ok(number - 1..number)
    }
}
