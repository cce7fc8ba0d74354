use std::io::{self, Write};
use std::time::Instant;

use serde_json::{Map, Value, json};

use arena::{game, split_moves};

use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg perft breakthrough 5
  cargo cg perft breakthrough 3 --moves \"c2c3;f7e6\" --divide

The count is the last word on standard output; time and speed go to standard error.";

/// Count the move sequences of exactly DEPTH plies
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// Plies of each sequence
    depth: u32,
    /// Moves that lead to the position, separated by `;` (or by spaces, where moves hold none)
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Count for each first move apart
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let moves = split_moves(&arguments.moves);
    let started = Instant::now();
    // At depth 0 there is no first move to divide by.
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
    eprintln!("{seconds:.3} s, {:.1} million a second", speed / 1e6);
    Ok(Reply::Yes)
}
