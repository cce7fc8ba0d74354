//! The commands, one file each.

pub(crate) mod learn;
pub(crate) mod train;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::Stop;
use learner::TrainingDevice;
use options::{Data, Device};
use serde_json::Value;
use workspace::DataFolder;

/// Writes one JSON object on standard output.
fn print_json(object: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{object}")
}

/// Returns what Ctrl-C requests from now on.
fn stop_on_interrupt() -> Result<Stop, ctrlc::Error> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    Ok(stop)
}

/// Returns the command line as a user types it.
fn command() -> String {
    let words = ["cargo".to_owned(), "cg".to_owned()].into_iter().chain(env::args().skip(1));
    words.collect::<Vec<_>>().join(" ")
}

/// Says how well so many positions were learned, those of games kept aside for the second loss.
fn lessons_line(positions: usize, [loss, aside]: [f32; 2]) -> String {
    format!("Positions: {positions}, loss {loss:.4}, of games kept aside {aside:.4}.")
}

/// Returns the device that an option names.
fn device(option: Device) -> TrainingDevice {
    match option {
        Device::Cpu => TrainingDevice::Cpu,
        Device::Wgpu => TrainingDevice::Wgpu,
        Device::Cuda => TrainingDevice::Cuda,
    }
}

/// Returns the path of a file or folder in the data folder.
fn kept(data: &Data, name: &str) -> anyhow::Result<PathBuf> {
    DataFolder::find(data.data_folder.as_deref())?.kept(name)
}
