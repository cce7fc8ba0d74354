use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use bundler::write_atomically;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use trainer::{
    CLIMBING_TUNABLES, Climb, Climbed, Evaluator, Fit, Fitted, Named, SelfPlay, Student, rewrite,
    student,
};

use super::print_json;
use crate::cli::Reply;
use crate::workspace::Workspace;

const EXAMPLES: &str = "\
Examples:
  cargo cg tune lines-of-action fit --games 4000 --groups
  cargo cg tune jungle fit --games 8000 --blend 0.7 --write
  cargo cg tune breakthrough climb --pairs 20000 --write
  cargo cg tune breakthrough search --evaluator target/train/breakthrough/network.txt --pairs 2000

The same options give the same numbers again, on any machine. Whether they play better is for a match to
say: build the bot before and after `--write`, and let the two play. Tunables of the search are set in
`settings.rs` by hand; `cargo cg duel --p1-set NAME=VALUE` plays with them before.";

/// Learn the weights of an evaluation, or how to search, from games of the bot against itself
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    #[command(subcommand)]
    way: Way,
}

#[derive(Debug, Subcommand)]
enum Way {
    /// Fit the weights to how the games' positions were judged and how the games ended: minutes
    Fit {
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 4000)]
        games: u32,
        /// Share of a position's target that is the search's judgement; the rest is the result
        #[arg(long, value_name = "0..1", default_value_t = 0.5, value_parser = share)]
        blend: f64,
        /// Also tell what each group of weights is worth to the prediction
        #[arg(long)]
        groups: bool,
        /// Write the weights into the source of the bot
        #[arg(long)]
        write: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Change all weights a little at random, and follow the winners: longer, for what counts
    Climb {
        /// How many pairs of games
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        pairs: u32,
        /// The smallest change of a weight; large ones are changed by an eighth
        #[arg(long, value_name = "UNITS", default_value_t = 4.0)]
        change: f64,
        /// Share of its change that a weight moves for a pair won, at first; a third at the end
        #[arg(long, value_name = "0..1", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Write the weights into the source of the bot
        #[arg(long)]
        write: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Change margins and other tunables of the search in the same way
    Search {
        /// Who judges positions: hand, nothing, material, or the file of a network
        #[arg(long, value_name = "NAME|FILE", default_value = "hand")]
        evaluator: String,
        /// How many pairs of games
        #[arg(long, value_name = "N", default_value_t = 2000)]
        pairs: u32,
        /// Share of itself by which a tunable is changed, by one at least
        #[arg(long, value_name = "0..1", default_value_t = 0.25, value_parser = share)]
        change: f64,
        /// Share of its change that a tunable moves for a pair won, at first; a third at the end
        #[arg(long, value_name = "0..1", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Which tunables
        #[arg(
            long,
            value_name = "NAME,...",
            value_delimiter = ',',
            default_values_t = CLIMBING_TUNABLES.map(str::to_owned)
        )]
        tunables: Vec<String>,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Debug, clap::Args)]
struct Common {
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The share of itself by which a weight is changed where that is more than the smallest change.
const WEIGHTS_CHANGE: f64 = 0.125;

/// Random plies at the start of every game.
const OPENING_PLIES: (usize, usize) = (4, 9);

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let student = student(&arguments.game)?;
    // Hours of games are not for finding out that there is nowhere to write.
    let open = |write: bool| write.then(|| Source::open(student)).transpose();
    match &arguments.way {
        Way::Fit { games, blend, groups, write, common } => {
            let source = open(*write)?;
            let plan = Fit {
                self_play: common.self_play(),
                games: *games,
                seed: common.seed,
                blend: *blend,
                weigh_groups: *groups,
            };
            let fitted = with_progress(|progress| student.fit(&plan, progress))?;
            if fitted.loss[1] >= fitted.loss[0] {
                eprintln!("note: the new weights predict other games no better: play more of them");
            }
            let report = json!({
                "positions": fitted.positions,
                "scale": fitted.scale,
                "loss_before": fitted.loss[0],
                "loss": fitted.loss[1],
                "groups": groups_to_json(&fitted),
            });
            common.finish(source, ("weights", &fitted.weights), &report, |out| {
                write_fitted(out, &fitted)
            })
        }
        Way::Climb { pairs, change, gain, write, common } => {
            let source = open(*write)?;
            let plan = common.climb(*pairs, *gain, *change, WEIGHTS_CHANGE);
            let climbed = with_progress(|progress| student.climb(&plan, progress));
            common.finish_climb(source, "weights", &climbed)
        }
        Way::Search { evaluator, pairs, change, gain, tunables, common } => {
            let plan = common.climb(*pairs, *gain, 1.0, *change);
            let evaluator = Evaluator::find(evaluator)?;
            let climb = |progress: &(dyn Fn(f64) + Sync)| {
                student.climb_search(&plan, &evaluator, tunables, progress)
            };
            common.finish_climb(None, "tunables", &with_progress(climb)?)
        }
    }
}

/// Runs `work`, which tells the share done, with a bar on standard error.
fn with_progress<T>(work: impl FnOnce(&(dyn Fn(f64) + Sync)) -> T) -> T {
    const STEPS: u64 = 1000;
    let bar = ProgressBar::new(STEPS);
    if let Ok(style) = ProgressStyle::with_template("{percent} % {wide_bar} {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    let result = work(&|share| bar.set_position((share * STEPS as f64) as u64));
    bar.finish_and_clear();
    result
}

impl Common {
    fn self_play(&self) -> SelfPlay {
        SelfPlay { nodes: self.nodes, opening_plies: OPENING_PLIES }
    }

    fn climb(&self, pairs: u32, gain: f64, smallest_change: f64, relative_change: f64) -> Climb {
        Climb {
            self_play: self.self_play(),
            pairs,
            seed: self.seed,
            smallest_change,
            relative_change,
            gain: (gain, gain / 3.0),
        }
    }

    fn finish_climb(
        &self,
        source: Option<Source>,
        kind: &str,
        climbed: &Climbed,
    ) -> anyhow::Result<Reply> {
        let report = json!({ "decided": climbed.decided });
        self.finish(source, (kind, &climbed.values), &report, |out| {
            writeln!(out, "{:.0} % of the pairs were decided", 100.0 * climbed.decided)
        })
    }

    /// Reports what was found, under the name of its kind, and writes it where it is to be written.
    fn finish(
        &self,
        source: Option<Source>,
        values: (&str, &[Named]),
        report: &Value,
        write_text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<Reply> {
        let (kind, values) = values;
        if self.json {
            let mut report = report.clone();
            report[kind] =
                values.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
            print_json(&report)?;
        } else {
            let mut out = io::stdout().lock();
            write_text(&mut out)?;
            for (name, value) in values {
                writeln!(out, "{name} {value}")?;
            }
        }
        if let Some(source) = source {
            source.write(values)?;
        }
        Ok(Reply::Yes)
    }
}

/// The file that declares a bot's weights.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    fn open(student: &dyn Student) -> anyhow::Result<Source> {
        let path = Workspace::find()?.root.join(student.source());
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Ok(Source { path, text })
    }

    fn write(&self, weights: &[Named]) -> anyhow::Result<()> {
        let shown = self.path.display();
        let text = rewrite(&self.text, weights, &command()).with_context(|| shown.to_string())?;
        write_atomically(&self.path, &text).with_context(|| shown.to_string())?;
        eprintln!("written to {shown}: now let the bot play against what it was");
        Ok(())
    }
}

/// Returns the command line as a user types it.
fn command() -> String {
    let words = env::args().skip(1).filter(|word| word != "--write");
    ["cargo".to_owned(), "cg".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn write_fitted(out: &mut dyn Write, fitted: &Fitted) -> io::Result<()> {
    let Fitted { positions, scale, loss: [before, after], .. } = fitted;
    writeln!(out, "{positions} positions; 100 units are {:.3} logits", 100.0 * scale)?;
    writeln!(out, "cross entropy of other games: {before:.6} before, {after:.6} now")?;
    if !fitted.worth.is_empty() {
        writeln!(out, "without a group it would be larger by so many millionths:")?;
    }
    for worth in &fitted.worth {
        writeln!(out, "  {:20} {:8.0} +- {:.0}", worth.group, worth.loss, worth.error)?;
    }
    Ok(())
}

fn groups_to_json(fitted: &Fitted) -> Value {
    let group = |worth: &trainer::Worth| json!({ "group": worth.group, "loss": worth.loss, "error": worth.error });
    fitted.worth.iter().map(group).collect()
}
