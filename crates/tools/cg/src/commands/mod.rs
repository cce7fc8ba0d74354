//! The subcommands, one file each.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bundle;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod tune;
pub(crate) mod verify;

use std::io::{self, Write};

use serde_json::Value;

/// Writes one JSON object on standard output.
fn print_json(object: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{object}")
}
