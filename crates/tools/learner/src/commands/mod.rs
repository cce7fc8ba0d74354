//! Commands of the program, one file each, and functions that they share.

pub(crate) mod learn;
pub(crate) mod train;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use options::{Data, Device};
use registry::Stop;
use serde_json::Value;
use workspace::DataFolder;

use crate::training::TrainingDevice;

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
