//! Training of a network in a folder: progress bar, checkpoint, and the files of the result.

use std::cell::Cell;
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use nn::Parameters;
use registry::Stop;
use trainer::{Samples, encode_network, write_whole};

use crate::pictures::loss_chart;
use crate::training::{
    Point, Trained, Training, TrainingDevice, TrainingWatch, parameters_to_bytes,
};

/// File names in the folder of a trained network.
pub(crate) const TEXT: &str = "network.txt";
const FLOATS: &str = "network.f32";
const CHART: &str = "loss.svg";
pub(crate) const SOURCE: &str = "network.rs";
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

/// Trains from the network `start` or a random one, with a progress bar on standard error and with
/// the checkpoint in `folder`. Returns `None` if a stop was requested.
pub(crate) fn train(
    samples: &Samples,
    training: &Training,
    start: Option<&Parameters>,
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
    let checkpoint = folder.join(CHECKPOINT);
    let trained = crate::training::train(samples, training, start, device, &checkpoint, &watch);
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

/// Writes a file of the folder, whole or not at all.
pub(crate) fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    write_whole(&path, bytes).with_context(|| path.display().to_string())
}
