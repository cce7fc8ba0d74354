//! Commands `serve`, `replay`, `report` and `review` of an installed `cargo cg`.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardroom::run()
}
