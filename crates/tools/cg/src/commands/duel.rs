use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use arena::{Elo, EloModel, Estimate, Hypothesis, PairScores, Sprt, SprtError, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use trainer::{Duel, Duellist, Effort, Evaluator, EvaluatorError, Method, Named, Student, student};

use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg duel breakthrough --p1 hand --p2 material
  cargo cg duel breakthrough --p1 target/train/breakthrough/network.txt --p2 hand --nodes 5000
  cargo cg duel breakthrough --p1 best-first:hand --p2 hand --time 80 --sprt 0 20
  cargo cg duel jungle --p1 hand --p2 hand --p1-set futility_margin=200 --p1-set razoring_depth=0

Both players have the same rules of thumb, ordering and proofs; what they think of a position differs, or
how they search. Games come in pairs, from openings of the game's book with colours swapped, and end as
soon as a search has proven the result. With --time the players are timed alike whatever else the
machine does, since each pair of games is played on one core.

With --sprt the duel ends as soon as a sequential test of normalized Elo, with five percent of error either
way, has decided. Exit code 0: p1 is stronger by the second number. 1: only by the first, or undecided.";

/// The probability of either error of a sequential test.
const ERROR: f64 = 0.05;

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
    /// A tunable of the first player's search and its value; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    p1_set: Vec<Named>,
    /// A tunable of the second player's search
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    p2_set: Vec<Named>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// Milliseconds per move, in place of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<NonZeroU64>,
    /// How many games; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "200")]
    games: NonZeroU32,
    /// End when it is known whether the first player is stronger by ELO1, or by ELO0 only
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let student = student(&arguments.game)?;
    let sprt = sequential_test(&arguments.sprt)?;
    let [one, other] = [player(&arguments.p1)?, player(&arguments.p2)?];
    let players = [(&one, &arguments.p1_set), (&other, &arguments.p2_set)]
        .map(|(&(ref evaluator, method), tunables)| Duellist { evaluator, method, tunables });
    let effort = match arguments.time {
        Some(time) => Effort::Time(Duration::from_millis(time.get())),
        None => Effort::Nodes(arguments.nodes.get()),
    };
    let duel = Duel { players, effort, seed: arguments.seed };
    let scores = play(student, &duel, arguments.games, sprt.as_ref())?;
    if arguments.json {
        print_json(&json_of(&duel, &scores, sprt.as_ref()))?;
    } else {
        tell(&duel, &scores, sprt.as_ref())?;
    }
    let is_stronger = |sprt: Sprt| sprt.decide(&scores) == Some(Hypothesis::Elo1);
    Ok(if sprt.is_none_or(is_stronger) { Reply::Yes } else { Reply::No })
}

/// Plays with a bar on standard error, until the test has decided or someone has pressed Ctrl-C.
pub(super) fn play(
    student: &dyn Student,
    duel: &Duel<'_>,
    games: NonZeroU32,
    sprt: Option<&Sprt>,
) -> anyhow::Result<PairScores> {
    let most = games.get().div_ceil(2);
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let style = ProgressStyle::with_template("{pos}/{len} pairs {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(most.into()).with_style(style);
    let scores = duel.play(student, most, |scores| {
        bar.set_position(scores.pairs().into());
        stop.is_requested() || sprt.is_some_and(|sprt| sprt.decide(scores).is_some())
    });
    bar.finish_and_clear();
    Ok(scores?)
}

/// Returns the result as an object.
pub(super) fn json_of(duel: &Duel<'_>, scores: &PairScores, sprt: Option<&Sprt>) -> Value {
    let (least, greatest) = scores.interval();
    let (nodes, milliseconds) = match duel.effort {
        Effort::Nodes(nodes) => (Some(nodes), None),
        Effort::Time(time) => (None, Some(time.as_millis() as u64)),
    };
    json!({
        "games": 2 * scores.pairs(),
        "pairs": scores.counts,
        "score": scores.score(),
        "interval": [least, greatest],
        "nodes": nodes,
        "milliseconds": milliseconds,
        "seed": duel.seed,
        "sprt": sprt,
        "llr": sprt.map(|sprt| sprt.llr(scores)),
        "verdict": sprt.and_then(|sprt| sprt.decide(scores)),
    })
}

/// Says on standard output how it ended.
pub(super) fn tell(duel: &Duel<'_>, scores: &PairScores, sprt: Option<&Sprt>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (least, greatest) = scores.interval();
    let percent = [scores.score(), least, greatest].map(|score| 100.0 * score);
    let Estimate { value, low, high } = Elo::of_pairs(scores);
    writeln!(out, "{} games, {}, seed {}", 2 * scores.pairs(), duel.effort, duel.seed)?;
    writeln!(out, "p1 {:.1} % ({:.1} .. {:.1})", percent[0], percent[1], percent[2])?;
    writeln!(out, "Elo {:+.0} ({:+.0} .. {:+.0})", value.0, low.0, high.0)?;
    if let Some(sprt) = sprt {
        let said = match sprt.decide(scores) {
            Some(Hypothesis::Elo1) => "stronger",
            Some(Hypothesis::Elo0) => "not stronger",
            None => "none",
        };
        writeln!(out, "verdict between {:+} and {:+}: {said}", sprt.elo0(), sprt.elo1())?;
    }
    Ok(())
}

/// Returns a test of normalized Elo with five percent of error either way.
pub(super) fn sequential_test(between: &[f64]) -> Result<Option<Sprt>, SprtError> {
    let between = between.first_chunk();
    let test = |&[elo0, elo1]: &[f64; 2]| Sprt::new(elo0, elo1, ERROR, ERROR, EloModel::Normalized);
    between.map(test).transpose()
}

/// Reads `name=value`.
fn tunable(text: &str) -> Result<Named, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| "expected a whole number behind the `=`")?;
    Ok((name.to_owned(), value))
}

/// What stands before the evaluator of a player who searches best-first.
const BEST_FIRST: &str = "best-first:";

fn player(name: &str) -> Result<(Evaluator, Method), EvaluatorError> {
    match name.strip_prefix(BEST_FIRST) {
        Some(name) => Ok((Evaluator::find(name)?, Method::BestFirst)),
        None => Ok((Evaluator::find(name)?, Method::AlphaBeta)),
    }
}
