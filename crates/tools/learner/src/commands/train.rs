//! Command `train`: trains a network on self-play shards and writes it to a folder.

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

use super::{command, data_path, device, loss_line, print_json, stop_on_interrupt};
use crate::pictures::loss_chart;
use options::train::Arguments;
use options::{Data, Reply};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let network_game = network_game(&arguments.game)?;
    let device = device(arguments.device);
    device.check()?;
    let steps = arguments.steps.unwrap_or(FINEST_STEPS);
    if steps > FINEST_STEPS {
        bail!("--steps {steps} is too large: the maximum is {FINEST_STEPS}");
    }
    let folders = match arguments.data.is_empty() {
        true => vec![data_path(data, "selfplay")?.join(network_game.name())],
        false => arguments.data.clone(),
    };
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => data_path(data, "train")?.join(network_game.name()),
    };
    let mut shards = Vec::new();
    for folder in &folders {
        shards.extend(Folder::new(folder).shards()?);
    }
    let (shards, paths): (Vec<Shard>, Vec<PathBuf>) = shards.into_iter().unzip();
    let filter = Filter {
        first_plies: arguments.skip_plies,
        keeps_noisy: arguments.keep_noisy,
        keeps_duplicates: arguments.keep_duplicates,
    };
    let lambda = arguments.lambda.map_or(network_game.lambda(), |lambda| lambda as f32);
    let samples = network_game.read_samples(&paths, &filter, lambda)?;
    print_samples(&samples);
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
        eprintln!("note: stopped; run the same command to resume");
        return Ok(Reply::Yes);
    };
    let exported = Exported::write(&output, &trained, steps)?;
    let mut provenance = vec![format!("`{}`", command()), String::new()];
    provenance.extend(games_lines(&shards));
    provenance.push(loss_line(samples.counts()[0], exported.loss()));
    let source = network_source(&exported.text, &provenance)?;
    write_file(&output, SOURCE, source.as_bytes())?;
    if arguments.json {
        print_json(&json!({
            "folder": output,
            "positions": samples.counts()[0],
            "checked_positions": samples.counts()[1],
            "loss": exported.last.loss,
            "checked_loss": exported.last.validation_loss,
            "letters": exported.utf16_units,
        }))?;
    } else {
        let mut out = io::stdout().lock();
        let [loss, validation_loss] = exported.loss();
        writeln!(out, "loss {loss:.4}, validation loss {validation_loss:.4}")?;
        let path = output.join(TEXT);
        writeln!(out, "{} UTF-16 units in {}", exported.utf16_units, path.display())?;
    }
    Ok(Reply::Yes)
}

/// File names in the folder of a trained network.
pub(crate) const TEXT: &str = "network.txt";
const FLOATS: &str = "network.f32";
const CHART: &str = "loss.svg";
const SOURCE: &str = "network.rs";
const CHECKPOINT: &str = "checkpoint";

/// Prints the numbers of samples to standard error.
pub(crate) fn print_samples(samples: &Samples) {
    let ([training, validation], left_out) = (samples.counts(), samples.left_out);
    eprintln!(
        "{training} training samples, {validation} validation samples; left out: {} early, {} \
         untypical, {} proven, {} noisy, {} duplicate; score per logit {:.0}",
        left_out.early,
        left_out.untypical,
        left_out.proven,
        left_out.noisy,
        left_out.duplicates,
        samples.units_per_logit
    );
}

/// Trains with a progress bar on standard error and with the checkpoint in `folder`. Returns `None`
/// if a stop was requested.
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

/// Trained network that was written to its folder.
pub(crate) struct Exported {
    /// Text of the network.
    pub(crate) text: String,
    /// Length of the text in UTF-16 units, in which judges limit the size of a source file.
    pub(crate) utf16_units: usize,
    /// Last point of the loss curve.
    pub(crate) last: Point,
}

impl Exported {
    /// Writes the text of the network, quantised with `steps` steps from 0 to 1 in the first layer,
    /// the network in floats, and the chart of the loss.
    pub(crate) fn write(folder: &Path, trained: &Trained, steps: i32) -> anyhow::Result<Exported> {
        let text = encode_network(&trained.network, steps);
        let text = text.context("the network cannot be quantised")?;
        let last = trained.loss_curve.last().copied().context("the loss curve has no point")?;
        let files = [
            (TEXT, text.clone().into_bytes()),
            (FLOATS, parameters_to_bytes(&trained.network)),
            (CHART, loss_chart(&trained.loss_curve)?.into_bytes()),
        ];
        for (name, bytes) in files {
            write_file(folder, name, &bytes)?;
        }
        Ok(Exported { utf16_units: text.encode_utf16().count(), text, last })
    }

    /// Returns the final training loss and the final validation loss.
    pub(crate) fn loss(&self) -> [f32; 2] {
        [self.last.loss, self.last.validation_loss.unwrap_or(f32::NAN)]
    }
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    write_whole(&path, bytes).with_context(|| path.display().to_string())
}

/// Returns the lines of provenance about the games: one line for each run of shards with the same
/// evaluator and the same number of nodes.
fn games_lines(shards: &[Shard]) -> Vec<String> {
    let is_same =
        |one: &Shard, other: &Shard| (&one.evaluator, one.nodes) == (&other.evaluator, other.nodes);
    let lines = shards.chunk_by(is_same).map(|group| {
        let games: u64 = group.iter().map(|shard| u64::from(shard.games)).sum();
        let Shard { evaluator, nodes, .. } = &group[0];
        let [first, last] = [&group[0], &group[group.len() - 1]].map(|shard| shard.seed);
        format!(
            "Games: {games} by {evaluator}, {nodes} nodes a move, {} shards, seeds {first} to \
             {last}.",
            group.len()
        )
    });
    lines.collect()
}
