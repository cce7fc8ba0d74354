//! Conditions of matches, from the command line: plan, openings, workers and store.

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail};
use arena::{Contestant, Limits, Plan, Sandbox, Schedule, Store, WorkerPool, available_cores};
use registry::{Book, Game, Stop, TestPosition, random_openings};
use stats::Sprt;

use options::conditions::Conditions;

use crate::agents::make_names_unique;
use crate::programs::Programs;
use crate::rules::Rules;

/// Match that a command requests.
pub(crate) struct Request {
    pub(crate) rules: Rules,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) schedule: Schedule,
    /// Maximum number of games of each pairing.
    pub(crate) games: usize,
    pub(crate) sprt: Option<Sprt>,
}

/// Maximum number of random openings of a match; with more pairs, the openings repeat.
const MOST_OPENINGS: usize = 10_000;

/// Returns the plan of a requested match, and prints a note where the plan differs from the
/// request.
pub(crate) fn plan(conditions: &Conditions, request: Request) -> anyhow::Result<Plan> {
    let Request { rules, mut contestants, schedule, games, sprt } = request;
    make_names_unique(&mut contestants);
    let pairs = games.div_ceil(2);
    if games % 2 == 1 {
        eprintln!("note: games come in pairs: playing {}", 2 * pairs);
    }
    let seed = conditions.seed.unwrap_or_else(seed_of_now);
    let mut plan = Plan {
        name: None,
        game: rules.name().to_owned(),
        contestants,
        schedule,
        pairs,
        seed,
        openings: vec![Vec::new()],
        limits: Limits { margin_ms: conditions.margin },
        sprt,
        referee: rules.referee().cloned(),
        imported: Vec::new(),
    };
    let game = match &rules {
        Rules::Game(game) => *game,
        Rules::Foreign { referee, .. } => {
            if !referee.takes_seed() {
                eprintln!(
                    "note: the referee gets no seed, so that the two games of a pair may have \
                     different maps: write {{seed}} in its command, or see --referee-protocol"
                );
            }
            return Ok(plan);
        }
    };
    let unable: Vec<&str> =
        plan.contestants_without_openings().map(|player| player.name.as_str()).collect();
    if unable.is_empty() {
        plan.openings = openings(conditions, game, pairs, seed)?;
    } else {
        eprintln!(
            "note: no openings, since `{}` has no {{opening}} in its command line: games differ \
             only by the randomness of the players",
            unable.join("` and `")
        );
    }
    Ok(plan)
}

/// Returns the openings of a match, in playing order.
fn openings(
    conditions: &Conditions,
    game: &dyn Game,
    pairs: usize,
    seed: u64,
) -> anyhow::Result<Vec<Vec<String>>> {
    if let Some(path) = &conditions.positions {
        let book = TestPosition::book(TestPosition::read_file(path, game)?);
        return Ok(book.shuffled(seed));
    }
    match (&conditions.book, conditions.opening_plies) {
        (Some(path), _) => Ok(Book::read(path, game)?.shuffled(seed)),
        (None, None) => {
            let book = game.book();
            if let Some(book) = &book {
                book.check(game).with_context(|| stale_book(game.name()))?;
            }
            let mut openings = book.map(|book| book.shuffled(seed)).unwrap_or_default();
            // A game may have no book, and the book of a new game may not exist yet.
            if openings.is_empty() {
                openings.push(Vec::new());
            }
            Ok(openings)
        }
        (None, Some(0)) => Ok(vec![Vec::new()]),
        (None, Some(plies)) => {
            let count = pairs.clamp(1, MOST_OPENINGS);
            match random_openings(game, plies, count, seed) {
                Some(openings) => Ok(openings),
                None => bail!(
                    "no opening of {plies} plies leaves the game open: choose another number with \
                     --opening-plies"
                ),
            }
        }
    }
}

/// Returns the message about a game whose own book does not fit its rules.
fn stale_book(game: &str) -> String {
    format!(
        "the rules of {game} have changed since its opening book was made: make a new one with \
         `cargo cg book {game} -o crates/tools/registry/books/{game}.txt`, or play without one \
         with --opening-plies 0"
    )
}

/// Returns the worker pool of this machine.
pub(crate) fn worker_pool<'a>(
    conditions: &Conditions,
    programs: &'a Programs,
    sandbox: &Sandbox,
    stop: &Stop,
) -> anyhow::Result<WorkerPool<'a>> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if conditions.jobs.get() > cores {
        eprintln!(
            "warning: {} concurrent games on {cores} cores: the players share the cores, so that \
             their time measurements are not reliable",
            conditions.jobs
        );
    }
    let cores = if conditions.pin { available_cores()? } else { Vec::new() };
    Ok(WorkerPool {
        jobs: conditions.jobs,
        cores,
        sandbox: sandbox.clone(),
        compile: programs,
        stop: stop.clone(),
    })
}

/// Opens the store that `--store` names, or else the store at `path`. Without either, the games are
/// kept in memory until the match ends.
pub(crate) fn store(conditions: &Conditions, path: Option<&Path>) -> anyhow::Result<Store> {
    Ok(match conditions.store.as_deref().or(path) {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    })
}

/// Opens the existing store that `--store` names, or else the one at `path`.
pub(crate) fn existing_store(
    conditions: &Conditions,
    path: Option<&Path>,
) -> anyhow::Result<Store> {
    match conditions.store.as_deref().or(path) {
        Some(path) => Ok(Store::open_existing(path)?),
        None => bail!("there is no store here: name one with --store"),
    }
}

/// Returns the path of the default store; `None` outside the workspace.
pub(crate) fn default_store(programs: &Programs) -> anyhow::Result<Option<PathBuf>> {
    /// File name in the data folder.
    const FILE: &str = "arena.db";
    match programs.has_data_folder() {
        true => programs.kept(FILE).map(Some),
        false => Ok(None),
    }
}

/// Returns the command line of this process, as a user types it.
pub(crate) fn command_line() -> String {
    let words: Vec<String> = env::args().skip(1).collect();
    let joined = shlex::try_join(words.iter().map(String::as_str));
    format!("cargo cg {}", joined.unwrap_or_else(|_| words.join(" ")))
}

/// Returns a seed from the clock, with at most nine digits so that a user can type it.
pub(crate) fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64 % 1_000_000_000
}
