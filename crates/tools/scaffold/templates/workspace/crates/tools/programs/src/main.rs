//! Launcher of `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cg::run_outside(env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME"))
}
