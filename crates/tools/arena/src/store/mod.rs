//! Match store: all matches and their games in one SQLite file.

mod error;
mod import;
mod insert;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use records::Record;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior,
    params,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use error::Cause;
pub use error::StoreError;
use insert::{insert_game, insert_match};

use crate::plan::Plan;
use crate::played::PlayedPair;
use crate::standings::Standings;
use crate::summary::GameSummary;

/// Match store: a database of matches and their games (SQLite, one file).
///
/// It only grows, except that whole matches may be deleted.
///
/// Both games of a game pair are added together or not at all, even if the process is killed, so a
/// match can be resumed from its store. Several matches may write to one store at the same time.
pub struct Store {
    path: PathBuf,
    database: Connection,
}

/// Number of a match in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MatchId(pub i64);

/// Match in a store, without its games.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredMatch {
    /// The number in the store.
    pub id: MatchId,
    /// Time of its beginning in UTC, such as `2026-05-01T12:00:00Z`.
    pub created: String,
    /// The command line that began it.
    pub command: String,
    /// The plan of the match.
    pub plan: Plan,
    /// Number of games played.
    pub games: usize,
}

/// Matches of a store, in which some may be damaged.
#[derive(Default, Debug)]
pub struct MatchList {
    /// The matches that can be read, the oldest first.
    pub matches: Vec<StoredMatch>,
    /// The matches that cannot be read, with the reasons.
    pub damaged: Vec<(MatchId, StoreError)>,
}

/// Game in a store, without its record.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Number of its game pair in the match, from 0.
    pub unit: usize,
    /// Number of the game in its pair, 0 or 1. In a match of more than two players at a table, the
    /// number of the result in the game pair: even in the first game, odd in the second.
    pub number: usize,
    /// Indices of the pair's contestants in the plan.
    pub pairing: [usize; 2],
    /// Data for statistics.
    pub summary: GameSummary,
}

impl Store {
    /// Version of the schema, stored in the file.
    const VERSION: i64 = 1;
    /// Maximum wait for another process that writes.
    const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
    /// Pause between two attempts.
    const PAUSE: Duration = Duration::from_millis(5);
    /// Triggers against changes of what has been played.
    const GUARDS: &str = include_str!("guards.sql");
    /// Removes these triggers.
    const LIFT: &str = "DROP TRIGGER IF EXISTS matches_stay; DROP TRIGGER IF EXISTS games_stay;
        DROP TRIGGER IF EXISTS matches_are_kept; DROP TRIGGER IF EXISTS games_are_kept;";
    /// First bytes of every SQLite file.
    const MAGIC: &[u8] = b"SQLite format 3\0";

    /// Opens the store at `path`, and creates it if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is not a store, or comes from a newer version of this program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::from_connection(path, Connection::open(path))
    }

    /// Opens the existing store at `path`.
    ///
    /// # Errors
    ///
    /// As for [`Store::open`], or there is no such file.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        Store::check_exists(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        Store::from_connection(path, Connection::open_with_flags(path, flags))
    }

    /// Opens the store at `path` for reading. Other processes may write it meanwhile.
    ///
    /// # Errors
    ///
    /// As for [`Store::open_existing`].
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let fail = |cause: Cause| StoreError::new(path, cause);
        Store::check_exists(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let database =
            Connection::open_with_flags(path, flags).map_err(|error| fail(error.into()))?;
        let store = Store { path: path.to_owned(), database };
        let version = store.with_path(|| {
            store.database.busy_timeout(Store::BUSY_TIMEOUT)?;
            Ok(store.version()?)
        })?;
        match version {
            Store::VERSION => Ok(store),
            // Another process has not completed its creation yet.
            0 => Err(fail(Cause::NoMatch(None))),
            newer => Err(fail(Cause::Newer(newer))),
        }
    }

    fn check_exists(path: &Path) -> Result<(), StoreError> {
        if path.exists() { Ok(()) } else { Err(StoreError::new(path, Cause::Missing)) }
    }

    /// Returns a store in memory, which is lost at the end of the process.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::from_connection(Path::new("the store in memory"), Connection::open_in_memory())
    }

    /// Returns whether a file begins like a store.
    #[must_use]
    pub fn is_store(path: &Path) -> bool {
        let mut start = [0; Store::MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == Store::MAGIC
    }

    fn from_connection(
        path: &Path,
        database: rusqlite::Result<Connection>,
    ) -> Result<Store, StoreError> {
        let fail = |cause: Cause| StoreError::new(path, cause);
        let database = database.map_err(|error| fail(error.into()))?;
        let store = Store { path: path.to_owned(), database };
        store.prepare().map_err(fail)?;
        Ok(store)
    }

    fn prepare(&self) -> Result<(), Cause> {
        self.database.busy_timeout(Store::BUSY_TIMEOUT)?;
        // A committed change survives the end of the process. Only a crash of the whole machine may
        // lose the last game pairs, and it never leaves half of one.
        self.write_ahead()?;
        self.database.pragma_update(None, "synchronous", "NORMAL")?;
        self.database.pragma_update(None, "foreign_keys", true)?;
        if self.version()? == 0 {
            // Another process may be creating the schema at this moment. In that case it exists
            // when the transaction begins.
            let behavior = TransactionBehavior::Immediate;
            let making = Transaction::new_unchecked(&self.database, behavior)?;
            if self.version()? == 0 {
                self.database.execute_batch(include_str!("schema.sql"))?;
                self.database.execute_batch(Store::GUARDS)?;
            }
            making.commit()?;
        }
        match self.version()? {
            Store::VERSION => Ok(()),
            newer => Err(Cause::Newer(newer)),
        }
    }

    /// Selects the write-ahead log (WAL), which lets other processes read while a game is written.
    /// SQLite itself does not wait for another process that does the same.
    fn write_ahead(&self) -> rusqlite::Result<()> {
        let started = Instant::now();
        loop {
            match self.database.pragma_update(None, "journal_mode", "WAL") {
                Err(error)
                    if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && started.elapsed() < Store::BUSY_TIMEOUT =>
                {
                    thread::sleep(Store::PAUSE);
                }
                done => return done,
            }
        }
    }

    fn version(&self) -> rusqlite::Result<i64> {
        self.database.pragma_query_value(None, "user_version", |row| row.get(0))
    }

    /// Adds the beginning of a match.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn begin(&self, plan: &Plan, command: &str) -> Result<MatchId, StoreError> {
        self.with_path(|| insert_match(&self.database, plan, command))
    }

    /// Adds both games of a game pair, played by the contestants with the indices `pairing` in
    /// `plan`. A game of more than two players is stored as its results between any two of them.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or already holds this game pair.
    pub fn add(
        &mut self,
        id: MatchId,
        plan: &Plan,
        pair_number: usize,
        pairing: [usize; 2],
        pair: &PlayedPair,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        self.insert(id, plan, pair_number, &plan.results(pairing, pair))
            .map_err(|cause| StoreError::new(&path, cause))
    }

    fn insert(
        &mut self,
        id: MatchId,
        plan: &Plan,
        pair_number: usize,
        results: &[([usize; 2], PlayedPair)],
    ) -> Result<(), Cause> {
        let transaction = self.database.transaction()?;
        let games = results.iter().flat_map(|(pairing, pair)| pair.iter().zip([*pairing; 2]));
        for (number, (game, pairing)) in games.enumerate() {
            insert_game(
                &transaction,
                plan,
                StoredPlace { id, unit: pair_number, number },
                pairing,
                game,
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Deletes matches with all their games, and returns the number of their games. Deletes nothing
    /// if one of the matches does not exist.
    ///
    /// # Errors
    ///
    /// There is no such match, or the store cannot be written.
    pub fn delete(&mut self, ids: &[MatchId]) -> Result<usize, StoreError> {
        let mut games = 0;
        for id in ids {
            games += self.match_of(Some(*id))?.games;
        }
        let path = self.path.clone();
        let delete = |database: &mut Connection| -> rusqlite::Result<()> {
            let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute_batch(Store::LIFT)?;
            for id in ids {
                transaction.execute("DELETE FROM game WHERE match = ?", [id.0])?;
                transaction.execute("DELETE FROM match WHERE id = ?", [id.0])?;
            }
            transaction.execute_batch(Store::GUARDS)?;
            transaction.commit()
        };
        delete(&mut self.database).map_err(|error| StoreError::new(&path, error.into()))?;
        Ok(games)
    }

    /// Returns a match without its games; the newest one if `id` is `None`.
    ///
    /// # Errors
    ///
    /// There is no such match, or the store cannot be read.
    pub fn match_of(&self, id: Option<MatchId>) -> Result<StoredMatch, StoreError> {
        self.with_path(|| {
            let query = "SELECT id, created, command, plan,
                    (SELECT count(*) FROM game WHERE match = match.id)
                 FROM match WHERE ?1 IS NULL OR id = ?1 ORDER BY id DESC LIMIT 1";
            let mut statement = self.database.prepare_cached(query)?;
            let found = statement.query_row([id.map(|id| id.0)], raw_match).optional()?;
            read_match(found.ok_or(Cause::NoMatch(id))?)
        })
    }

    /// Returns all matches, of which some may be damaged.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn matches(&self) -> Result<MatchList, StoreError> {
        let ids: Vec<i64> = self.with_path(|| {
            let mut statement = self.database.prepare("SELECT id FROM match ORDER BY id")?;
            let ids = statement.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<rusqlite::Result<_>>()?)
        })?;
        let mut list = MatchList::default();
        for id in ids.into_iter().map(MatchId) {
            match self.match_of(Some(id)) {
                Ok(stored) => list.matches.push(stored),
                Err(error) => list.damaged.push((id, error)),
            }
        }
        Ok(list)
    }

    /// Returns the numbers of the game pairs of a match that have been played.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn played(&self, id: MatchId) -> Result<BTreeSet<usize>, StoreError> {
        self.with_path(|| {
            let query = "SELECT DISTINCT unit FROM game WHERE match = ?";
            let mut statement = self.database.prepare(query)?;
            let pairs = statement.query_map([id.0], |row| row.get(0))?;
            Ok(pairs.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns the games of a match without their records, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn games(&self, id: MatchId) -> Result<Vec<StoredGame>, StoreError> {
        self.with_path(|| {
            let query = "SELECT unit, number, one, other, summary FROM game WHERE match = ?
                 ORDER BY unit, number";
            let mut statement = self.database.prepare(query)?;
            let rows = statement.query_map([id.0], |row| {
                Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?], row.get(4)?))
            })?;
            rows.map(|row| {
                let (unit, number, pairing, summary): (_, _, _, String) = row?;
                Ok(StoredGame { unit, number, pairing, summary: from_json(&summary)? })
            })
            .collect()
        })
    }

    /// Returns the standings of a match.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn standings(&self, id: MatchId) -> Result<Standings, StoreError> {
        let games = self.games(id)?;
        let mut standings = Standings::default();
        for unit in games.chunk_by(|one, other| one.unit == other.unit) {
            // The store holds both games of a game pair, or neither. Imported games are single.
            for games in unit.chunks(2) {
                match games {
                    [one, other] => {
                        standings.add(one.pairing, [&one.summary, &other.summary]);
                    }
                    games => games
                        .iter()
                        .for_each(|game| standings.add_single(game.pairing, &game.summary)),
                }
            }
        }
        Ok(standings)
    }

    /// Returns the records of the games of a match, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn records(&self, id: MatchId) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        self.each_record::<StoreError>(Some(id), |_, record| {
            records.push(record);
            Ok(())
        })?;
        Ok(records)
    }

    /// Returns the record of one game; `None` if it has not been played.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn record(&self, place: StoredPlace) -> Result<Option<Record>, StoreError> {
        self.with_path(|| {
            let query = "SELECT match, unit, number, record FROM game
                 WHERE match = ? AND unit = ? AND number = ?";
            let mut statement = self.database.prepare(query)?;
            let mut rows = statement.query(params![place.id.0, place.unit, place.number])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            Ok(Some(read_record(row)?.1))
        })
    }

    /// Calls `visit` with the record of each game of a match, in order, or of each game of all
    /// matches if `id` is `None`.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or an error of `visit`.
    pub fn each_record<E: From<StoreError>>(
        &self,
        id: Option<MatchId>,
        mut visit: impl FnMut(StoredPlace, Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let fail = |cause: Cause| E::from(StoreError::new(&self.path, cause));
        let query = "SELECT match, unit, number, record FROM game WHERE ?1 IS NULL OR match = ?1
             ORDER BY match, unit, number";
        let mut statement = self.database.prepare(query).map_err(|error| fail(error.into()))?;
        let mut rows = statement.query([id.map(|id| id.0)]).map_err(|error| fail(error.into()))?;
        while let Some(row) = rows.next().map_err(|error| fail(error.into()))? {
            let (place, record) = read_record(row).map_err(fail)?;
            visit(place, record)?;
        }
        Ok(())
    }

    fn with_path<T>(&self, act: impl FnOnce() -> Result<T, Cause>) -> Result<T, StoreError> {
        act().map_err(|cause| StoreError::new(&self.path, cause))
    }
}

/// Place of a game in a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredPlace {
    /// The match.
    pub id: MatchId,
    /// Number of the game pair in the match, from 0.
    pub unit: usize,
    /// Number of the game in its pair, 0 or 1.
    pub number: usize,
}

type RawMatch = (i64, String, String, String, usize);

fn raw_match(row: &Row<'_>) -> rusqlite::Result<RawMatch> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn read_match((id, created, command, plan, results): RawMatch) -> Result<StoredMatch, Cause> {
    let plan: Plan = from_json(&plan)?;
    let games = results / plan.results_per_game();
    Ok(StoredMatch { id: MatchId(id), created, command, plan, games })
}

fn read_record(row: &Row<'_>) -> Result<(StoredPlace, Record), Cause> {
    let packed: Vec<u8> = row.get(3)?;
    let mut text = String::new();
    let limit = Record::MAX_BYTES;
    GzDecoder::new(&packed[..]).take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return Err(Cause::TooLong);
    }
    let id = MatchId(row.get(0)?);
    Ok((StoredPlace { id, unit: row.get(1)?, number: row.get(2)? }, from_json(&text)?))
}

fn to_json(value: &impl Serialize) -> Result<String, Cause> {
    Ok(serde_json::to_string(value)?)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, Cause> {
    Ok(serde_json::from_str(text)?)
}
