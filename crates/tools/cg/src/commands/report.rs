use std::path::PathBuf;

use arena::MatchId;

use super::export::open;
use crate::cli::Reply;
use crate::html;

const EXAMPLES: &str = "\
Examples:
  cargo cg report -o match.html
  cargo cg report --match 3 -o match.html";

/// Write the report of a stored match as one page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The match [default: the newest]
    #[arg(long = "match", value_name = "ID")]
    id: Option<i64>,
    /// Where to write
    #[arg(long, short, value_name = "FILE.html")]
    output: PathBuf,
    /// The file that keeps the games [default: arena.db in the workspace's build output]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let store = open(arguments.store.clone())?;
    let id = store.match_of(arguments.id.map(MatchId))?.id;
    html::write(&store, id, &arguments.output)?;
    eprintln!("match {} reported in {}", id.0, arguments.output.display());
    Ok(Reply::Yes)
}
