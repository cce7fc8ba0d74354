//! Program that prints help and usage errors of all commands: `cargo cg help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    options::run()
}
