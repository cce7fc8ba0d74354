//! Binary of the board room: `cargo cg serve`, `replay`, `site` and others execute it.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardroom::run()
}
