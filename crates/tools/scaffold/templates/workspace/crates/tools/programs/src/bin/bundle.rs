//! Program of `bundle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bundle::run()
}
