use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use arena::{Elo, Estimate, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use trainer::{Duel, Duellist, Effort, Evaluator, EvaluatorError, Method, student};

use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg duel breakthrough --p1 hand --p2 material
  cargo cg duel breakthrough --p1 target/train/breakthrough/network.txt --p2 hand --nodes 5000

  cargo cg duel breakthrough --p1 best-first:hand --p2 hand --time 80

Both players have the same rules of thumb, ordering and proofs; what they think of a position differs, or
how they search. Games come in pairs, from openings of the game's book with colours swapped, and end as
soon as a search has proven the result. With --time the players are timed alike whatever else the
machine does, since each pair of games is played on one core.";

/// Let two evaluations, or two ways to search, play each other
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The first player: hand, nothing, material, or the file of a network; behind `best-first:` if it
    /// searches best-first, not as the bots do
    #[arg(long, value_name = "NAME|FILE")]
    p1: String,
    /// The second player
    #[arg(long, value_name = "NAME|FILE")]
    p2: String,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// Milliseconds per move, in place of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<NonZeroU64>,
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
    let players = [player(&arguments.p1)?, player(&arguments.p2)?];
    let players = players.each_ref().map(|&(ref evaluator, method)| Duellist { evaluator, method });
    let effort = match arguments.time {
        Some(time) => Effort::Time(Duration::from_millis(time.get())),
        None => Effort::Nodes(arguments.nodes.get()),
    };
    let duel = Duel { players, effort, seed: arguments.seed };
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
            "nodes": arguments.time.is_none().then_some(arguments.nodes),
            "milliseconds": arguments.time,
            "seed": arguments.seed,
        }))?;
        return Ok(Reply::Yes);
    }
    let mut out = io::stdout().lock();
    let percent = [scores.score(), least, greatest].map(|score| 100.0 * score);
    let effort = match arguments.time {
        Some(time) => format!("{time} ms"),
        None => format!("{} nodes", arguments.nodes),
    };
    writeln!(out, "{} games, {effort}, seed {}", 2 * scores.pairs(), arguments.seed)?;
    writeln!(out, "p1 {:.1} % ({:.1} .. {:.1})", percent[0], percent[1], percent[2])?;
    writeln!(out, "Elo {:+.0} ({:+.0} .. {:+.0})", value.0, low.0, high.0)?;
    Ok(Reply::Yes)
}

/// What stands before the evaluator of a player who searches best-first.
const BEST_FIRST: &str = "best-first:";

fn player(name: &str) -> Result<(Evaluator, Method), EvaluatorError> {
    match name.strip_prefix(BEST_FIRST) {
        Some(name) => Ok((Evaluator::find(name)?, Method::BestFirst)),
        None => Ok((Evaluator::find(name)?, Method::AlphaBeta)),
    }
}
