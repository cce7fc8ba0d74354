//! Help and usage errors of an installed `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    options::run()
}
