//! Program of the board room: `serve`, `replay`, `report`, `review`, `site`.

use std::process::ExitCode;

fn main() -> ExitCode {
    registry::set_games(own_registry::GAMES);
    boardroom::run()
}
