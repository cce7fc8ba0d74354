//! The bot on stdin and stdout.

use std::process::ExitCode;

use botio::{Command, USAGE};

use {{crate}}::{bench, Dialogue, Player};

fn main() -> ExitCode {
    match Command::from_args(std::env::args().skip(1)) {
        Ok(Command::Play(options)) => {
            if let Err(error) = botio::play(Dialogue, Player::new(options)) {
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
