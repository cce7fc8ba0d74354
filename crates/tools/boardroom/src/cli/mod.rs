//! Command line: the commands `serve` and `replay` of `cargo cg`.

mod replay;
mod serve;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

/// Runs the command of the process and returns its exit code.
pub(crate) fn run() -> ExitCode {
    let Cli { command, data } = Cli::of_process();
    exit_code(match &command {
        Command::Serve(arguments) => serve::run(arguments, &data),
        Command::Replay(arguments) => replay::run(arguments),
        _ => return foreign_command("boardroom"),
    })
}
