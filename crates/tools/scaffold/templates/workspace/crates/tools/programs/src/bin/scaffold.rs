//! Program of `new`.

use std::process::ExitCode;

fn main() -> ExitCode {
    scaffold::run()
}
