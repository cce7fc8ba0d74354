//! Program of `cargo cg new`.

use std::process::ExitCode;

fn main() -> ExitCode {
    scaffold::run()
}
