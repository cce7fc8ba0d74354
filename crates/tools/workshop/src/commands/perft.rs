//! Command `cargo cg perft`: performance test of a move generator.

use std::io::{self, Write};
use std::time::Instant;

use registry::{game, split_moves};
use serde_json::{Map, Value, json};

use crate::json_report::print_json;
use options::Reply;
use options::perft::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let moves = split_moves(&arguments.moves);
    let started = Instant::now();
    // At depth 0 there is no root move to divide by.
    let parts = match arguments.divide && arguments.depth > 0 {
        true => Some(game.divide(&moves, arguments.depth)?),
        false => None,
    };
    let nodes = match &parts {
        Some(parts) => parts.iter().map(|(_, count)| count).sum(),
        None => game.perft(&moves, arguments.depth)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(f64::MIN_POSITIVE);

    if arguments.json {
        let mut object = json!({
            "game": game.name(),
            "moves": moves,
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": speed.round(),
        });
        if let Some(parts) = parts {
            let parts: Map<String, Value> =
                parts.into_iter().map(|(mv, count)| (mv, count.into())).collect();
            object["divide"] = parts.into();
        }
        print_json(&object)?;
        return Ok(Reply::Yes);
    }
    let mut output = io::stdout().lock();
    for (mv, count) in parts.iter().flatten() {
        writeln!(output, "{mv}: {count}")?;
    }
    writeln!(output, "{nodes}")?;
    eprintln!("{seconds:.3} s, {:.1} million nodes per second", speed / 1e6);
    Ok(Reply::Yes)
}
