//! Program of `train` and `learn`.

use std::process::ExitCode;

fn main() -> ExitCode {
    registry::set_games(own_registry::GAMES);
    learner::run()
}
