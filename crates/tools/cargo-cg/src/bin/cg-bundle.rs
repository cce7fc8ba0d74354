//! Command `bundle` of an installed `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bundle::run()
}
