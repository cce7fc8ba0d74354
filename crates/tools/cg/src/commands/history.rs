use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;

use super::export::open;
use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg history
  cargo cg history --json
  cargo cg match --resume=3
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg report --match 3 -o match.html";

/// List the matches of the store
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file that keeps the games [default: arena.db in the workspace's build output]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let matches = open(arguments.store.clone())?.matches()?;
    if arguments.json {
        let objects = matches.iter().map(|stored| {
            json!({
                "match": stored.id.0,
                "created": stored.created,
                "game": stored.plan.game,
                "games": stored.games,
                "games_planned": 2 * stored.plan.unit_count(),
                "command": stored.command,
            })
        });
        print_json(&json!({ "matches": objects.collect::<Vec<_>>() }))?;
        return Ok(Reply::Yes);
    }
    let mut output = io::stdout().lock();
    for stored in matches {
        writeln!(
            output,
            "{:>4}  {}  {:>6} of {:>6} games  {}",
            stored.id.0,
            stored.created,
            stored.games,
            2 * stored.plan.unit_count(),
            stored.command
        )?;
    }
    output.flush()?;
    Ok(Reply::Yes)
}
