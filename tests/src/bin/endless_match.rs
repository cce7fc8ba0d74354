//! Plays a command against the random baseline, without end: `endless_match <command>`.
//!
//! A test kills it and looks at what is left.

use std::process::ExitCode;
use std::time::Duration;

use arena::{Baseline, CommandLine, Contestant, GAMES, Match, Stop};

/// More games than anybody waits for.
const PAIRS: usize = 1_000_000;

/// Of the command, for each move.
const PATIENCE: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let Some(command) = std::env::args().nth(1) else {
        eprintln!("usage: endless_match COMMAND");
        return ExitCode::from(2);
    };
    let game = GAMES[0];
    let command = CommandLine::parse(&command).expect("the test gives a command");
    let command = Contestant::command(command, game, None, Some(PATIENCE));
    let players = [
        command.expect("it asks for no nodes"),
        Contestant::baseline(Baseline::Random, game, None),
    ];
    let endless = Match {
        game,
        players,
        pairs: PAIRS,
        seed: 1,
        opening_plies: 0,
        jobs: 2,
        stop: Stop::default(),
    };
    match endless.play(|_| ()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
