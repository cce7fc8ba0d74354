//! Command `scaling`: trains networks on shares of the games and measures their strength.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use nn::FINEST_STEPS;
use options::scaling::Arguments;
use options::{Data, Reply};
use registry::{Stop, game, match_openings, network_game, tunable_game};
use serde_json::json;
use stats::{Elo, Estimate, PairScores};
use trainer::{Duel, Effort, Evaluator, Samples, TunableGame, write_whole};
use workspace::check_output_folder;

use super::{data_path, device, filter, lambda, print_json, shards, stop_on_interrupt, training};
use crate::pictures::scaling_chart;
use crate::scaling::{Curve, Plan, Point, Recipe};
use crate::training::{Training, TrainingDevice};
use crate::training_job::{Exported, print_samples, train};

/// Seed of the openings and of the games of every network.
const SEED: u64 = 1;

/// Run of a scaling curve.
struct Run<'a> {
    tunable_game: &'static dyn TunableGame,
    folder: &'a Path,
    curve: Curve,
    opponent: Evaluator,
    device: TrainingDevice,
    stop: &'a Stop,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output_folder)?;
    let (tunable_game, network_game) =
        (tunable_game(&arguments.game)?, network_game(&arguments.game)?);
    let opponent = Evaluator::find(&arguments.opponent)?;
    let options = &arguments.training;
    let device = device(options.device);
    device.check()?;
    let folder = match &arguments.output {
        Some(path) => path.clone(),
        None => data_path(data, "scaling")?.join(network_game.name()),
    };
    let (_, paths) = shards(options, network_game, data)?;
    let (filter, lambda) = (filter(options), lambda(options, network_game));
    let plan = Plan {
        game: network_game.name().to_owned(),
        shards: paths.len(),
        filter,
        lambda,
        training: training(options, 0, 0),
        opponent: opponent.identity(),
        pairs: arguments.games.get().div_ceil(2),
        nodes: arguments.nodes.get(),
    };
    let curve = Curve::open(&folder, plan)?;
    let stop = stop_on_interrupt()?;
    let mut run = Run { tunable_game, folder: &folder, curve, opponent, device, stop: &stop };
    for &share in &arguments.shares {
        let missing = missing(arguments, share, &run.curve);
        let Some(first) = missing.first() else { continue };
        let paths = &paths[..first.shards(paths.len())];
        let samples = network_game.read_samples(paths, &filter, lambda)?;
        print_samples(&samples);
        for recipe in missing {
            let Some(point) = run.measure(recipe, &samples)? else { break };
            eprintln!("{}, seed {}", line(&point), recipe.seed);
            run.curve.add(point, &folder)?;
        }
        if stop.is_requested() {
            eprintln!("note: stopped; run the same command to resume");
            break;
        }
    }
    finish(&run, arguments.json)?;
    Ok(if stop.is_requested() { Reply::Interrupted } else { Reply::Yes })
}

/// Returns the networks of the share that are not known yet.
fn missing(arguments: &Arguments, share: u32, curve: &Curve) -> BTreeSet<Recipe> {
    let seeds = 1..=u64::from(arguments.seeds.get());
    let of_passes = |&passes: &u32| seeds.clone().map(move |seed| Recipe { share, passes, seed });
    let recipes = arguments.passes.iter().flat_map(of_passes);
    recipes.filter(|&recipe| !curve.has(recipe)).collect()
}

impl Run<'_> {
    /// Trains a network, and plays its games. Returns `None` if a stop was requested.
    fn measure(&self, recipe: Recipe, samples: &Samples) -> anyhow::Result<Option<Point>> {
        let Plan { pairs: most, nodes, training, .. } = self.curve.plan;
        let training = Training { epochs: recipe.epochs(), seed: recipe.seed, ..training };
        let folder = recipe.folder(self.folder);
        let Some(trained) = train(samples, &training, None, self.device, &folder, self.stop)?
        else {
            return Ok(None);
        };
        let exported = Exported::write(&folder, &trained, FINEST_STEPS)?;
        let [_, validation_loss] = exported.loss();
        let network = Evaluator::Network(exported.text);
        let players = [(&network).into(), (&self.opponent).into()];
        let duel = Duel { players, effort: Effort::Nodes(nodes), seed: SEED };
        let openings = match_openings(game(self.tunable_game.name())?, most as usize, SEED);
        let style = ProgressStyle::with_template("{pos}/{len} pairs {wide_bar} {eta} left")?;
        let bar = ProgressBar::new(most.into()).with_style(style);
        let none = PairScores::default();
        let pairs = duel.play(self.tunable_game, &openings, none, most, |pairs| {
            bar.set_position(pairs.pairs().into());
            self.stop.is_requested()
        });
        bar.finish_and_clear();
        let (pairs, positions) = (pairs?, samples.counts()[0]);
        let samples = positions as u64 * u64::from(training.epochs);
        let point = Point { recipe, positions, samples, validation_loss, pairs };
        Ok((pairs.pairs() >= most).then_some(point))
    }
}

/// Writes the chart and prints the results.
fn finish(run: &Run<'_>, is_json: bool) -> anyhow::Result<()> {
    let means = run.curve.means();
    let chart = run.folder.join("scaling.svg");
    let svg = scaling_chart(&means)?;
    write_whole(&chart, svg.as_bytes()).with_context(|| chart.display().to_string())?;
    if is_json {
        print_json(&json!({ "curve": run.curve, "chart": chart }))?;
        return Ok(());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{HEADING}")?;
    for mean in &means {
        writeln!(out, "{}", line(mean))?;
    }
    writeln!(out, "the chart is in {}", chart.display())?;
    Ok(())
}

/// Heading of the table.
const HEADING: &str = "share  positions  samples (millions)  loss    Elo";

/// Returns the results of a network, or of the networks with the same recipe but for the seed.
fn line(Point { recipe, positions, samples, validation_loss, pairs }: &Point) -> String {
    let Estimate { value, low, high } = Elo::of_pairs(pairs);
    format!(
        "{:>3} %  {positions:>9}  {:>18.1}  {validation_loss:.4}  {:+.0} ({:+.0} .. {:+.0})",
        recipe.share,
        *samples as f64 / 1e6,
        value.0,
        low.0,
        high.0
    )
}
