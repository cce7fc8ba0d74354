//! The Stratego bot on standard input and output.

use std::process::ExitCode;

use botio::{Command, USAGE};
use stratego::{bench, Dialogue, StrategoBot};

fn main() -> ExitCode {
    match Command::from_args(std::env::args().skip(1)) {
        Ok(Command::Play(options)) => {
            if let Err(error) = botio::play(Dialogue::default(), StrategoBot::new(options)) {
                eprintln!("bot: {error}");
            }
        }
        Ok(Command::Bench) => println!("{}", bench()),
        Ok(Command::Help) => println!("{USAGE}"),
        Err(error) => {
            eprintln!("bot: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
