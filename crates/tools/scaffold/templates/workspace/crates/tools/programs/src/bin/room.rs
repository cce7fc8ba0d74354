//! Program that answers the pages of a site: `cargo cg site` compiles it to WebAssembly.

use std::process::ExitCode;

fn main() -> ExitCode {
    registry::set_games(own_registry::GAMES);
    room::run()
}
