//! Program of the commands `cargo cg train` and `cargo cg learn`.

use std::process::ExitCode;

fn main() -> ExitCode {
    learner::run()
}
