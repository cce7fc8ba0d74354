//! Command `cargo cg report`: the HTML report of a stored match.

use arena::MatchId;

use super::export::open;
use crate::html;
use crate::programs::Programs;
use options::Reply;
use options::report::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let store = open(arguments.store.clone(), programs)?;
    let id = store.match_of(arguments.id.map(MatchId))?.id;
    html::write(&store, id, &arguments.output)?;
    eprintln!("report of match {} written to {}", id.0, arguments.output.display());
    Ok(Reply::Yes)
}
