//! The command `bundler`: see `bundler --help`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    bundler::cli::main(env::args_os())
}
