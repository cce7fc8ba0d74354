//! Commands `train`, `learn` and `scaling` of an installed `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    learner::run()
}
