//! Commands of the program, one file each, and functions that they share.

pub(crate) mod learn;
pub(crate) mod scaling;
pub(crate) mod train;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use options::training::TrainingOptions;
use options::{Data, Device};
use registry::Stop;
use serde_json::Value;
use trainer::{Filter, NetworkGame, Shard, ShardFolder};
use workspace::DataFolder;

use crate::training::{NoSecondLayer, Training, TrainingDevice};

/// Writes one JSON object to standard output.
fn print_json(object: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{object}")
}

/// Installs a handler of Ctrl-C and returns the stop flag that it sets.
fn stop_on_interrupt() -> Result<Stop, ctrlc::Error> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    Ok(stop)
}

/// Returns the command line as the user types it, with `cargo cg`.
fn command() -> String {
    let words = ["cargo".to_owned(), "cg".to_owned()].into_iter().chain(env::args().skip(1));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the line of provenance with the number of training samples, the training loss and the
/// validation loss.
fn loss_line(positions: usize, [loss, validation_loss]: [f32; 2]) -> String {
    format!("Training samples: {positions}, loss {loss:.4}, validation loss {validation_loss:.4}.")
}

/// Converts the option for the device.
fn device(option: Device) -> TrainingDevice {
    match option {
        Device::Cpu => TrainingDevice::Cpu,
        Device::Wgpu => TrainingDevice::Wgpu,
        Device::Cuda => TrainingDevice::Cuda,
    }
}

/// Returns the path of a file or folder in the data folder.
fn data_path(data: &Data, name: &str) -> anyhow::Result<PathBuf> {
    DataFolder::find(data.data_folder.as_deref())?.kept(name)
}

/// Returns the shards in the given folders, or in the game's self-play folder if there are none,
/// with their paths.
fn shards(
    options: &TrainingOptions,
    game: &dyn NetworkGame,
    data: &Data,
) -> anyhow::Result<(Vec<Shard>, Vec<PathBuf>)> {
    let folders = match &options.data[..] {
        [] => vec![data_path(data, "selfplay")?.join(game.name())],
        folders => folders.to_vec(),
    };
    let mut shards = Vec::new();
    for folder in &folders {
        shards.extend(ShardFolder::new(folder).shards()?);
    }
    Ok(shards.into_iter().unzip())
}

/// Returns the filter of the samples.
fn filter(options: &TrainingOptions) -> Filter {
    Filter {
        first_plies: options.skip_plies,
        keeps_noisy: options.keep_noisy,
        keeps_duplicates: options.keep_duplicates,
    }
}

/// Returns the weight of the search score in a target.
fn lambda(options: &TrainingOptions, game: &dyn NetworkGame) -> f32 {
    options.lambda.map_or(game.lambda(), |lambda| lambda as f32)
}

/// Returns the training with these options.
fn training(options: &TrainingOptions, epochs: u32, seed: u64) -> Training {
    Training {
        hidden: options.hidden.get(),
        second: NoSecondLayer,
        epochs,
        batch: options.batch.get(),
        learning_rate: options.rate,
        weight_decay: options.decay,
        seed,
        steps: None,
    }
}
