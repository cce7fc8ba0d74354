use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{learn, train};

/// Trains networks for the workspace's bots.
#[derive(Debug, Parser)]
#[command(name = "learner", bin_name = "cargo cg", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(train::Arguments),
    Learn(learn::Arguments),
}

/// What a command that has run answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    Yes,
    No,
}

impl Cli {
    /// Reads the words that began this process. If they are wrong it ends here, with an explanation.
    pub(crate) fn of_process() -> Cli {
        Cli::parse()
    }

    /// Runs the command and returns the process's exit code: those of `cargo cg`.
    pub(crate) fn run(self) -> ExitCode {
        let reply = match &self.command {
            Command::Train(arguments) => train::run(arguments),
            Command::Learn(arguments) => learn::run(arguments),
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
