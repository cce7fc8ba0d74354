//! Commands of an installed `cargo cg` that play games.

use std::process::ExitCode;

fn main() -> ExitCode {
    workshop::run()
}
