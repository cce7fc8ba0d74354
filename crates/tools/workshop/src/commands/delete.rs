//! Command `cargo cg delete`: removal of stored matches.

use std::collections::BTreeSet;

use arena::MatchId;

use super::export::open;
use crate::programs::Programs;
use options::Reply;
use options::delete::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let ids: BTreeSet<i64> = arguments.ids.iter().copied().collect();
    let matches: Vec<MatchId> = ids.iter().copied().map(MatchId).collect();
    let games = open(arguments.store.clone(), programs)?.delete(&matches)?;
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    eprintln!("deleted: match {} ({games} games)", ids.join(", "));
    Ok(Reply::Yes)
}
