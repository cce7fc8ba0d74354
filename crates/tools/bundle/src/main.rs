//! Program of `cargo cg bundle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bundle::run()
}
