mod replay;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Shows games in the browser.
#[derive(Debug, Parser)]
#[command(name = "boardroom", bin_name = "cargo cg", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Replay(replay::Arguments),
}

/// Runs what the process was asked for and returns its exit code: 0 done, 2 it could not run.
pub(crate) fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
