//! Launcher of `cargo cg` in a release, beside the programs of the commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    cg::run_installed()
}
