//! Program of the commands `cargo cg train`, `cargo cg learn` and `cargo cg scaling`.

use std::process::ExitCode;

fn main() -> ExitCode {
    learner::run()
}
