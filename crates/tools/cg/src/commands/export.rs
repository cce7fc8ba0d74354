use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use arena::{MatchId, Record, Store, write_records};

use crate::cli::Reply;
use crate::conditions::default_store;
use crate::programs::Programs;

const EXAMPLES: &str = "\
Examples:
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg export --full | head -1
  cargo cg export -o games.jsonl && cargo cg verify games.jsonl

Each line is one game as the official referees record it: game, seed, result, reason, players, and for
every ply who moves, the lines that were sent to him, and the move. --full adds under `turn` what came
back: the whole line, standard error, the times, and what the player reported of its search.";

/// Write stored games as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The match [default: the newest]
    #[arg(long = "match", value_name = "ID")]
    id: Option<i64>,
    /// Where to write, compressed if it ends in `.gz` [default: standard output]
    #[arg(long, short, value_name = "FILE.jsonl[.gz]")]
    output: Option<PathBuf>,
    /// Write how each answer came about as well
    #[arg(long)]
    full: bool,
    /// The file that keeps the games [default: arena.db in the workspace's build output]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let store = open(arguments.store.clone())?;
    let id = store.match_of(arguments.id.map(MatchId))?.id;
    let form = |record: Record| if arguments.full { record } else { record.bare() };
    let records = store.records(id)?.into_iter().map(form);
    if let Some(path) = &arguments.output {
        write_records(path, records)?;
        eprintln!("match {} written to {}", id.0, path.display());
        return Ok(Reply::Yes);
    }
    let mut output = io::stdout().lock();
    for record in records {
        serde_json::to_writer(&mut output, &record).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush().map_err(anyhow::Error::from)?;
    Ok(Reply::Yes)
}

/// Opens the store at `path`, or the workspace's.
pub(super) fn open(path: Option<PathBuf>) -> anyhow::Result<Store> {
    let path = match path.or_else(|| default_store(&Programs::default())) {
        Some(path) => path,
        None => bail!("there is no store here: name one with --store"),
    };
    Store::open_existing(&path).context("no game can be read")
}
