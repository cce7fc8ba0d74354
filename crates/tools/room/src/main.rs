//! Program that answers the pages of a site without a server: `cargo cg site` compiles it to
//! WebAssembly.

use std::process::ExitCode;

fn main() -> ExitCode {
    room::run()
}
