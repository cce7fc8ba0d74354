//! The command `bundler` as a cargo subcommand: `cargo bundler`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand as the first argument.
    let repeated = env::args_os().nth(1).filter(|argument| argument == "bundler");
    let skipped = if repeated.is_some() { 1 } else { 0 };
    bundler::cli::main(env::args_os().take(1).chain(env::args_os().skip(1 + skipped)))
}
