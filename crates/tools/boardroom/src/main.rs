//! The board room's command line: `cargo cg serve` and `cargo cg replay` hand over to it.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
