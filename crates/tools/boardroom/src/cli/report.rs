//! Command `report`: writes the results of a stored match as one HTML file.

use options::report::Arguments;
use options::{Data, Reply};

use workspace::check_output;

use super::output::write_atomically;
use super::store::store_path;
use crate::matches::match_report;
use crate::page::report_page;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    check_output(&arguments.output)?;
    let store = store_path(arguments.store.as_deref(), data)?;
    let report = match_report(&store, arguments.id)?;
    write_atomically(&arguments.output, &report_page(&report)?)?;
    eprintln!("report of match {} written to {}", report.id(), arguments.output.display());
    Ok(Reply::Yes)
}
