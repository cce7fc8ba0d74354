//! Commands `train` and `learn` of an installed `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    learner::run()
}
