//! Program of the board room: `serve`, `replay`, `report`, `review`.

use std::process::ExitCode;

fn main() -> ExitCode {
    registry::set_games(own_registry::GAMES);
    boardroom::run()
}
