//! Program of help.

use std::process::ExitCode;

fn main() -> ExitCode {
    options::run()
}
