//! Command `cargo cg history`: the list of stored matches.

use std::io::{self, Write};

use serde_json::json;

use super::export::open;
use crate::json_report::print_json;
use crate::programs::Programs;
use options::Reply;
use options::history::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let matches = open(arguments.store.clone(), programs)?.matches()?;
    if arguments.json {
        let objects = matches.iter().map(|stored| {
            json!({
                "match": stored.id.0,
                "created": stored.created,
                "game": stored.plan.game,
                "games": stored.games,
                "games_planned": 2 * stored.plan.pair_count(),
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
            2 * stored.plan.pair_count(),
            stored.command
        )?;
    }
    output.flush()?;
    Ok(Reply::Yes)
}
