//! The commands `bundler` and `cargo bundler`: arguments, exit codes and subcommands.

mod clipboard;
mod locate;
mod make;
mod report;
mod selection;
mod watch;

use std::{ffi::OsString, io, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  bundler --manifest-path bots/Cargo.toml --bin tictactoe -o tictactoe.rs
  bundler -o bot.rs --input turn1.txt --input turn2.txt -- --seed 1
  bundler --judge club.toml --minify=names -o bot.rs
  bundler -o bot.rs --watch
  bundler --copy
  bundler locate bot.rs 1234:56
  bundler report --svg report.svg

Before anything is written, every installed compiler of the judge compiles the bundle as a bare
file, in all editions of the judge. If a check fails, an existing file stays as it is. A program
that reads standard input is compared with the workspace's on the inputs that lie beside it, at
opt-level 0 and 3.

Exit codes: 0: success; 1: the judge would refuse the bundle, or it differs from the workspace's
program; 2: the bundle could not be made (stderr gives the reason).";

/// Merges a Rust binary and the crates it depends on into one source file that a judge accepts.
#[derive(Debug, Parser)]
#[command(name = "bundler", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: make::Arguments,
}

#[derive(Debug, Subcommand)]
enum Action {
    Locate(locate::Arguments),
    Report(Box<report::Arguments>),
}

/// Result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Yes,
    /// The reason is on stderr.
    No,
}

/// Runs the command that the arguments describe; the first argument is the program's name.
///
/// Exit codes: 0: success; 1: the answer is no; 2: the command could not run.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match run(Arguments::parse_from(arguments)) {
        Ok(Reply::Yes) => ExitCode::SUCCESS,
        Ok(Reply::No) => ExitCode::from(1),
        Err(_) if interrupt::is_interrupted() => {
            eprintln!("bundler: interrupted; nothing was written");
            ExitCode::from(2)
        }
        // The reader of stdout has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bundler: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let reason = error.root_cause().downcast_ref::<io::Error>();
    reason.is_some_and(|reason| reason.kind() == io::ErrorKind::BrokenPipe)
}

fn run(arguments: Arguments) -> anyhow::Result<Reply> {
    interrupt::prepare()?;
    match arguments.action {
        None => make::run(&arguments.make),
        Some(Action::Locate(arguments)) => locate::run(&arguments),
        Some(Action::Report(arguments)) => report::run(&arguments),
    }
}
