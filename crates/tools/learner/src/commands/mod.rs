//! The commands, one file each.

pub(crate) mod learn;
pub(crate) mod train;

use std::io::{self, Write};

use arena::Stop;
use serde_json::Value;

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
