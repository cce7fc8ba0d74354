//! Command `cargo cg new`: writes a new game into the workspace.

mod changes;
mod command;
mod edits;
mod host;
mod manifest;
mod name;
mod outside;
mod skeleton;
mod template;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

/// Runs the command of the process and returns its exit code.
pub fn run() -> ExitCode {
    match Cli::of_process().command {
        Command::New(arguments) => exit_code(command::run(&arguments)),
        _ => foreign_command("scaffold"),
    }
}
