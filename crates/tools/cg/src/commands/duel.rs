use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};

use arena::{Elo, Estimate, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use trainer::{Duel, Evaluator, student};

use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg duel breakthrough --p1 hand --p2 material
  cargo cg duel breakthrough --p1 target/train/breakthrough/network.txt --p2 hand --nodes 5000

Both players search as the bot does, with the same nodes and rules of thumb; only what they think of a
position differs. Games come in pairs, from openings of the game's book with colours swapped, and end
as soon as a search has proven the result.";

/// Let two evaluations play each other on the same search
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The first player: hand, nothing, material, or the file of a network
    #[arg(long, value_name = "NAME|FILE")]
    p1: String,
    /// The second player
    #[arg(long, value_name = "NAME|FILE")]
    p2: String,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// How many games; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "200")]
    games: NonZeroU32,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let student = student(&arguments.game)?;
    let evaluators = [Evaluator::find(&arguments.p1)?, Evaluator::find(&arguments.p2)?];
    let nodes = arguments.nodes.get();
    let duel = Duel { evaluators: evaluators.each_ref(), nodes, seed: arguments.seed };
    let most = arguments.games.get().div_ceil(2);
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let style = ProgressStyle::with_template("{pos}/{len} pairs {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(most.into()).with_style(style);
    let scores = duel.play(student, most, |scores| {
        bar.set_position(scores.pairs().into());
        stop.is_requested()
    });
    bar.finish_and_clear();
    let scores = scores?;
    let Estimate { value, low, high } = Elo::of_pairs(&scores);
    let (least, greatest) = scores.interval();
    if arguments.json {
        print_json(&json!({
            "games": 2 * scores.pairs(),
            "pairs": scores.counts,
            "score": scores.score(),
            "interval": [least, greatest],
            "nodes": nodes,
            "seed": arguments.seed,
        }))?;
        return Ok(Reply::Yes);
    }
    let mut out = io::stdout().lock();
    let percent = [scores.score(), least, greatest].map(|score| 100.0 * score);
    writeln!(out, "{} games, {nodes} nodes, seed {}", 2 * scores.pairs(), arguments.seed)?;
    writeln!(out, "p1 {:.1} % ({:.1} .. {:.1})", percent[0], percent[1], percent[2])?;
    writeln!(out, "Elo {:+.0} ({:+.0} .. {:+.0})", value.0, low.0, high.0)?;
    Ok(Reply::Yes)
}
