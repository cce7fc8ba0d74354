//! The workshop's command line: `cargo cg --help`.

mod agents;
mod bundling;
mod cli;
mod commands;
mod conditions;
mod hand_over;
mod html;
mod json_report;
mod local_runners;
mod programs;
mod progress;
mod series;
mod text_report;
mod workspace;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::Cli::of_process().run()
}
