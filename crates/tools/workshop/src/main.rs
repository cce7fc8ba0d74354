//! Program of the `cargo cg` commands that play games.

use std::process::ExitCode;

fn main() -> ExitCode {
    workshop::run()
}
