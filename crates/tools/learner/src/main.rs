//! Program of the commands `cargo cg train` and `cargo cg learn`.

mod commands;
mod generations;
mod pictures;
mod training_job;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

use commands::{learn, train};

fn main() -> ExitCode {
    let Cli { command, data } = Cli::of_process();
    exit_code(match &command {
        Command::Train(arguments) => train::run(arguments, &data),
        Command::Learn(arguments) => learn::run(arguments, &data),
        _ => return foreign_command("learner"),
    })
}
