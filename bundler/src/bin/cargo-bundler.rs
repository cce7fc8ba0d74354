//! The command `bundler` as cargo calls it: `cargo bundler`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    // Cargo repeats the name of the subcommand.
    let repeated = env::args_os().nth(1).filter(|argument| argument == "bundler");
    let skipped = if repeated.is_some() { 1 } else { 0 };
    bundler::cli::main(env::args_os().take(1).chain(env::args_os().skip(1 + skipped)))
}
