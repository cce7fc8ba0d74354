//! Binary of the board room: `cargo cg serve`, `replay` and `report` execute it.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardroom::run()
}
