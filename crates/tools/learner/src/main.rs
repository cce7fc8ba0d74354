//! What `cargo cg train` and `cargo cg learn` start.

mod cli;
mod commands;
mod generations;
mod pictures;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::Cli::of_process().run()
}
