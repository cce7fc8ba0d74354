use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{bench, book, bundle, matches, perft, tune, verify};

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg bundle breakthrough
  cargo cg bench breakthrough
  cargo cg perft breakthrough 5
  cargo cg book jungle -o book.txt
  cargo cg verify games.jsonl.gz
  cargo cg tune breakthrough fit --games 1000

Exit codes: 0 done, 1 the answer is no, 2 it could not run. Results go to standard output, everything
else to standard error.";

/// Plays, checks, tunes and bundles the workspace's bots.
#[derive(Debug, Parser)]
#[command(name = "cg", bin_name = "cargo cg", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Match(matches::Arguments),
    Bundle(bundle::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Book(book::Arguments),
    Tune(tune::Arguments),
    Verify(verify::Arguments),
}

/// What a command that has run answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    Yes,
    No,
}

impl Cli {
    /// Runs the command and returns the process's exit code.
    pub(crate) fn run(self) -> ExitCode {
        let reply = match &self.command {
            Command::Match(arguments) => matches::run(arguments),
            Command::Bundle(arguments) => bundle::run(arguments),
            Command::Bench(arguments) => bench::run(arguments),
            Command::Perft(arguments) => perft::run(arguments),
            Command::Book(arguments) => book::run(arguments),
            Command::Tune(arguments) => tune::run(arguments),
            Command::Verify(arguments) => verify::run(arguments),
        };
        match reply {
            Ok(Reply::Yes) => ExitCode::SUCCESS,
            Ok(Reply::No) => ExitCode::from(1),
            // Whoever reads our output has had enough of it, as `head` does.
            Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {}", format!("{error:#}").trim_end());
                ExitCode::from(2)
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
