//! Command `report`: writes the results of a stored match as one HTML file.

use anyhow::Context as _;
use options::report::Arguments;
use options::{Data, Reply};
use workspace::DataFolder;

use super::output::write_atomically;
use crate::matches::match_report;
use crate::page::report_page;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let store = match &arguments.store {
        Some(path) => path.clone(),
        None => DataFolder::find(data.data_folder.as_deref())
            .context("there is no store here: name one with --store")?
            .kept("arena.db")?,
    };
    let report = match_report(&store, arguments.id)?;
    write_atomically(&arguments.output, &report_page(&report)?)?;
    eprintln!("report of match {} written to {}", report.id(), arguments.output.display());
    Ok(Reply::Yes)
}
