//! Program of all commands that play games.

use std::process::ExitCode;

fn main() -> ExitCode {
    registry::set_games(own_registry::GAMES);
    workshop::run()
}
