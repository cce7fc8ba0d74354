//! Command `replay`: writes recorded or stored games as one HTML file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use arena::{MatchId, Store, StoredGame, StoredPlace};
use options::replay::Arguments;
use options::{Data, Reply};

use super::output::write_atomically;
use super::store::store_path;
use crate::matches;
use crate::page::single_page;
use crate::record_cache::read_records;
use crate::replay::{Replay, replay};

/// Maximum number of games in one page: browsers are slow with larger pages.
const MAX_GAMES: usize = 100;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let Games { stem, replays, total } = match &arguments.file {
        Some(file) => of_file(file, arguments.game)?,
        None => {
            let store = store_path(arguments.store.as_deref(), data)?;
            of_store(&Store::open_to_read(&store)?, arguments.id.map(MatchId), arguments.game)?
        }
    };
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.html")));
    write_atomically(&output, &single_page(&replays)?)?;
    if replays.len() < total && arguments.game.is_none() {
        eprintln!("wrote the first {MAX_GAMES} of {total} games: `--game` selects any of them");
    }
    println!("{}", output.display());
    Ok(Reply::Yes)
}

/// Games of a page.
struct Games {
    /// Default name of the page, without `.html`.
    stem: String,
    /// Chosen games.
    replays: Vec<Replay>,
    /// Number of games to choose from.
    total: usize,
}

/// Reads games of a file of records.
fn of_file(file: &Path, number: Option<u32>) -> anyhow::Result<Games> {
    let shown = file.display();
    let bytes = fs::read(file).with_context(|| format!("{shown}: cannot be read"))?;
    let records = read_records(&bytes).with_context(|| shown.to_string())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut replays = Vec::new();
    for index in chosen(number, records.len()).with_context(|| shown.to_string())? {
        let source = format!("{name}, game {}", index + 1);
        let replay = replay(&records[index], Some(source));
        replays.push(replay.with_context(|| format!("{shown}: game {}", index + 1))?);
    }
    let stem = name.trim_end_matches(".gz").trim_end_matches(".jsonl").to_owned();
    Ok(Games { stem, replays, total: records.len() })
}

/// Reads games of a match in the store, the newest one by default.
fn of_store(store: &Store, id: Option<MatchId>, number: Option<u32>) -> anyhow::Result<Games> {
    let id = store.match_of(id)?.id;
    let of_match = || format!("match {}", id.0);
    let games = store.games(id)?;
    let mut replays = Vec::new();
    for index in chosen(number, games.len()).with_context(of_match)? {
        let StoredGame { unit, number, .. } = games[index];
        let replay = matches::game(store, StoredPlace { id, unit, number });
        replays.push(replay.with_context(|| format!("{}, game {}", of_match(), index + 1))?);
    }
    Ok(Games { stem: format!("match-{}", id.0), replays, total: games.len() })
}

/// Returns the indexes of the games to include: the only one, or the first of `total`.
fn chosen(number: Option<u32>, total: usize) -> anyhow::Result<Vec<usize>> {
    if total == 0 {
        bail!("has no games");
    }
    let Some(number) = number else { return Ok((0..total.min(MAX_GAMES)).collect()) };
    let number = number as usize;
    if number > total {
        bail!("has {total} games: `--game` counts from 1");
    }
    Ok(vec![number - 1])
}
