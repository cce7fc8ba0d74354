//! Program that prints help and usage errors of all commands: `cargo cg help`.

use std::process::ExitCode;

use options::{Cli, foreign_command};

fn main() -> ExitCode {
    // Help and usage errors end the process here. This program runs no command.
    let _ = Cli::of_process();
    foreign_command("options")
}
