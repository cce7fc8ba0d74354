//! Binary of the board room: `cargo cg serve`, `replay` and `report` execute it.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
