//! The workshop's command line: `cargo cg --help`.

mod agents;
mod bundling;
mod cli;
mod commands;
mod match_report;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Cli::parse().run()
}
