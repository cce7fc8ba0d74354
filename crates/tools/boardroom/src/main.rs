//! Binary of the board room: `cargo cg serve` and `cargo cg replay` execute it.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
