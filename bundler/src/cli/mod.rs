//! The commands `bundler` and `cargo bundler`.

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

The bundle is compiled as a bare file by all compilers of the judge that are installed, in all of its editions, at
opt-level 0 and 3, before anything is written; unless all goes well, a file that is already there stays as it is.

Exit code 0: done; 1: the bundle is not what the judge takes, or not what the workspace's program is; 2: it could
not be made, and standard error says why.";

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

/// What a command has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Yes,
    /// Standard error has said why.
    No,
}

/// Does what the arguments ask for; the first one is the program's name.
///
/// Exit code 0: done; 1: the answer is no; 2: it could not be done.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match run(Arguments::parse_from(arguments)) {
        Ok(Reply::Yes) => ExitCode::SUCCESS,
        Ok(Reply::No) => ExitCode::from(1),
        Err(_) if interrupt::is_interrupted() => {
            eprintln!("bundler: interrupted; nothing was written");
            ExitCode::from(2)
        }
        // Who reads has had enough.
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
