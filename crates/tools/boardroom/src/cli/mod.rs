//! Command line: the commands `serve`, `replay`, `picture`, `report`, `review` and `site` of
//! `cargo cg`.

mod chosen_games;
mod output;
mod picture;
mod replay;
mod report;
mod review;
mod serve;
mod site;
mod store;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

/// Runs the command of the process and returns its exit code.
pub fn run() -> ExitCode {
    let Cli { command, data } = Cli::of_process();
    exit_code(match &command {
        Command::Serve(arguments) => serve::run(arguments, &data),
        Command::Replay(arguments) => replay::run(arguments, &data),
        Command::Picture(arguments) => picture::run(arguments, &data),
        Command::Report(arguments) => report::run(arguments, &data),
        Command::Review(arguments) => review::run(arguments, &data),
        Command::Site(arguments) => site::run(arguments),
        _ => return foreign_command("boardroom"),
    })
}
