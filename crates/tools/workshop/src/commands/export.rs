//! Command `cargo cg export`: records of stored games as JSON lines.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use arena::{MatchId, Record, Store, write_records};

use crate::conditions::default_store;
use crate::programs::Programs;
use options::Reply;
use options::export::Arguments;
use workspace::check_output;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output)?;
    let store = open(arguments.store.clone(), programs)?;
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

/// Opens the store at `path`, or the default store.
pub(super) fn open(path: Option<PathBuf>, programs: &Programs) -> anyhow::Result<Store> {
    let path = match path {
        Some(path) => Some(path),
        None => default_store(programs)?,
    };
    let path = path.context("there is no store here: name one with --store")?;
    Ok(Store::open_existing(&path)?)
}
