use std::cell::Cell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use learner::{Point, Trained, Training, TrainingDevice, TrainingWatch, parameters_to_bytes};
use nn::FINEST_STEPS;
use serde_json::json;
use trainer::{
    Filter, Folder, Samples, Shard, encode_network, network_game, network_source, write_whole,
};

use super::{command, device, kept, lessons_line, print_json, stop_on_interrupt};
use crate::pictures::loss_chart;
use options::train::Arguments;
use options::{Data, Reply};

pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let network_game = network_game(&arguments.game)?;
    let device = device(arguments.device);
    device.check()?;
    let steps = arguments.steps.unwrap_or(FINEST_STEPS);
    if steps > FINEST_STEPS {
        bail!("--steps {steps} is more than a network can have: {FINEST_STEPS} are the most");
    }
    let folders = match arguments.data.is_empty() {
        true => vec![kept(data, "selfplay")?.join(network_game.name())],
        false => arguments.data.clone(),
    };
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => kept(data, "train")?.join(network_game.name()),
    };
    let mut shards = Vec::new();
    for folder in &folders {
        shards.extend(Folder::new(folder).shards()?);
    }
    let (labels, paths): (Vec<Shard>, Vec<PathBuf>) = shards.into_iter().unzip();
    let filter = Filter {
        first_plies: arguments.skip_plies,
        keeps_noisy: arguments.keep_noisy,
        keeps_duplicates: arguments.keep_duplicates,
    };
    let lambda = arguments.lambda.map_or(network_game.lambda(), |lambda| lambda as f32);
    let samples = network_game.read_samples(&paths, &filter, lambda)?;
    tell_samples(&samples);
    let training = Training {
        hidden: arguments.hidden.get(),
        second: arguments.second,
        epochs: arguments.epochs.get(),
        batch: arguments.batch.get(),
        learning_rate: arguments.rate,
        weight_decay: arguments.decay,
        seed: arguments.seed,
    };
    let stop = stop_on_interrupt()?;
    let Some(trained) = train(&samples, &training, device, &output, &stop)? else {
        eprintln!("note: stopped; the same command goes on");
        return Ok(Reply::Yes);
    };
    let exported = Exported::write(&output, &trained, steps)?;
    let mut provenance = vec![format!("`{}`", command()), String::new()];
    provenance.extend(games_of(&labels));
    provenance.push(lessons_line(samples.counts()[0], exported.loss()));
    let source = network_source(&exported.text, &provenance)?;
    write_in(&output, SOURCE, source.as_bytes())?;
    if arguments.json {
        print_json(&json!({
            "folder": output,
            "positions": samples.counts()[0],
            "checked_positions": samples.counts()[1],
            "loss": exported.last.loss,
            "checked_loss": exported.last.checked,
            "letters": exported.letters,
        }))?;
    } else {
        let mut out = io::stdout().lock();
        let [loss, aside] = exported.loss();
        writeln!(out, "loss {loss:.4}, of games kept aside {aside:.4}")?;
        writeln!(out, "{} letters in {}", exported.letters, output.join(TEXT).display())?;
    }
    Ok(Reply::Yes)
}

/// The files of a trained network in its folder.
pub(crate) const TEXT: &str = "network.txt";
const FLOATS: &str = "network.f32";
const CHART: &str = "loss.svg";
const SOURCE: &str = "network.rs";
const CHECKPOINT: &str = "checkpoint";

/// Says on standard error what there is to learn from.
pub(crate) fn tell_samples(samples: &Samples) {
    let ([lessons, checks], left_out) = (samples.counts(), samples.left_out);
    eprintln!(
        "{lessons} positions, {checks} to check with; left out: {} early, {} untypical, {} proven, \
         {} noisy, {} known; {:.0} units a logit",
        left_out.early,
        left_out.untypical,
        left_out.proven,
        left_out.noisy,
        left_out.duplicates,
        samples.units_per_logit
    );
}

/// Trains with a bar on standard error, with its checkpoint in `folder`. `None` if someone has asked
/// to stop.
pub(crate) fn train(
    samples: &Samples,
    training: &Training,
    device: TrainingDevice,
    folder: &Path,
    stop: &Stop,
) -> anyhow::Result<Option<Trained>> {
    let style = "{pos}/{len} steps {wide_bar} {msg}, {eta} left";
    let bar = ProgressBar::no_length().with_style(ProgressStyle::with_template(style)?);
    let first = Cell::new(None);
    let on_step = |done: u64, all: u64, point: Option<&Point>| {
        let before = first.get().unwrap_or(done - 1);
        first.set(Some(before));
        bar.set_length(all);
        bar.set_position(done);
        let positions = ((done - before) * training.batch.min(samples.counts()[0]) as u64) as f64;
        let speed = positions / bar.elapsed().as_secs_f64();
        let loss = point.map_or(String::new(), |point| format!("loss {:.4}, ", point.loss));
        bar.set_message(format!("{loss}{speed:.0} positions/s"));
    };
    let watch = TrainingWatch { is_stopped: &|| stop.is_requested(), on_step: &on_step };
    let trained = learner::train(samples, training, device, &folder.join(CHECKPOINT), &watch);
    bar.finish_and_clear();
    Ok(trained?)
}

/// A trained network in its folder.
pub(crate) struct Exported {
    /// The network as text.
    pub(crate) text: String,
    /// UTF-16 units of the text, which are what a judge counts.
    pub(crate) letters: usize,
    /// The end of the training.
    pub(crate) last: Point,
}

impl Exported {
    /// Writes the network as text, rounded in so many steps, and in floats, and the picture of its
    /// loss.
    pub(crate) fn write(folder: &Path, trained: &Trained, steps: i32) -> anyhow::Result<Exported> {
        let text = encode_network(&trained.network, steps);
        let text = text.context("the network cannot be rounded")?;
        let last = trained.course.last().copied().context("a training has steps")?;
        let files = [
            (TEXT, text.clone().into_bytes()),
            (FLOATS, parameters_to_bytes(&trained.network)),
            (CHART, loss_chart(&trained.course)?.into_bytes()),
        ];
        for (name, bytes) in files {
            write_in(folder, name, &bytes)?;
        }
        Ok(Exported { letters: text.encode_utf16().count(), text, last })
    }

    /// Returns the loss at the end, of the positions learned from and of those kept aside.
    pub(crate) fn loss(&self) -> [f32; 2] {
        [self.last.loss, self.last.checked.unwrap_or(f32::NAN)]
    }
}

fn write_in(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    write_whole(&path, bytes).with_context(|| path.display().to_string())
}

/// Says which games are in the shards, those of one evaluator together.
fn games_of(shards: &[Shard]) -> Vec<String> {
    let kin =
        |one: &Shard, other: &Shard| (&one.evaluator, one.nodes) == (&other.evaluator, other.nodes);
    let lines = shards.chunk_by(kin).map(|kin| {
        let games: u64 = kin.iter().map(|shard| u64::from(shard.games)).sum();
        let Shard { evaluator, nodes, .. } = &kin[0];
        let [first, last] = [&kin[0], &kin[kin.len() - 1]].map(|shard| shard.seed);
        format!(
            "Games: {games} by {evaluator}, {nodes} nodes a move, {} shards, seeds {first} to {last}.",
            kin.len()
        )
    });
    lines.collect()
}
