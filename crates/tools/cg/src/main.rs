//! Launcher of `cargo cg` in this workspace.

use std::process::ExitCode;

fn main() -> ExitCode {
    cg::run()
}
