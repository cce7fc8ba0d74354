//! The bot on stdin and stdout.

use std::process::ExitCode;

use botio::{Command, USAGE};
use searchbot::SearchBot;

use {{crate}}::{bench, BotEngine, Dialogue, SETTINGS};

fn main() -> ExitCode {
    match Command::from_args(std::env::args().skip(1)) {
        Ok(Command::Play(options)) => {
            let bot = SearchBot::new(BotEngine::default(), SETTINGS, options);
            if let Err(error) = botio::play(Dialogue, bot) {
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
