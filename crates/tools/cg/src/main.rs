//! The workshop's command line: `cargo cg --help`.

mod agents;
mod bundling;
mod cli;
mod commands;
mod conditions;
mod html;
mod json_report;
mod programs;
mod progress;
mod series;
mod text_report;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Cli::parse().run()
}
