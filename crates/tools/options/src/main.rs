//! Help on every command, and answers to wrong options: `cargo cg help`.

use std::process::ExitCode;

use options::{Cli, foreign_command};

fn main() -> ExitCode {
    // Help and wrong options end the process; no command is carried out here.
    let _ = Cli::of_process();
    foreign_command("options")
}
