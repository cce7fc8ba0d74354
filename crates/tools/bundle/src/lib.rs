//! Command `cargo cg bundle`: bundles the bot of a game into one checked source file.

mod bots;
mod command;
mod outcome;
mod report;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

/// Runs the command of the process and returns its exit code.
pub fn run() -> ExitCode {
    match Cli::of_process().command {
        Command::Bundle(arguments) => exit_code(command::run(&arguments)),
        _ => foreign_command("bundle"),
    }
}
