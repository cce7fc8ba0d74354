//! Program of `cargo cg new`: writes a new game into the workspace.

mod changes;
mod command;
mod edits;
mod name;
mod skeleton;
mod template;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

fn main() -> ExitCode {
    match Cli::of_process().command {
        Command::New(arguments) => exit_code(command::run(&arguments)),
        _ => foreign_command("scaffold"),
    }
}
