//! Command `cargo cg history`: the list of stored matches.

use std::io::{self, Write};

use anyhow::bail;
use arena::MatchList;
use serde_json::{Value, json};

use super::export::open;
use crate::json_report::print_json;
use crate::programs::Programs;
use options::Reply;
use options::history::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let list = open(arguments.store.clone(), programs)?.matches()?;
    print(&list, arguments)?;
    if list.matches.is_empty() && list.damaged.is_empty() {
        eprintln!("note: no match is stored yet; `cargo cg match` plays one");
    }
    let Some((_, error)) = list.damaged.first() else { return Ok(Reply::Yes) };
    let ids: Vec<String> = list.damaged.iter().map(|(id, _)| id.0.to_string()).collect();
    bail!("damaged and not listed: match {}: {error}", ids.join(", "))
}

fn print(list: &MatchList, arguments: &Arguments) -> io::Result<()> {
    if arguments.json {
        let objects = list.matches.iter().map(|stored| {
            json!({
                "match": stored.id.0,
                "created": stored.created,
                "game": stored.plan.game,
                "games": stored.games,
                "games_planned": 2 * stored.plan.pair_count(),
                "command": stored.command,
            })
        });
        let damaged: Vec<i64> = list.damaged.iter().map(|(id, _)| id.0).collect();
        let matches: Vec<Value> = objects.collect();
        return print_json(&json!({ "matches": matches, "damaged": damaged }));
    }
    let mut output = io::stdout().lock();
    for stored in &list.matches {
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
    output.flush()
}
