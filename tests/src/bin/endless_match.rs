//! Plays a command against the random baseline, without end: `endless_match <command>`.
//!
//! A test kills it and looks at what is left.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use arena::{Contest, Crew, GAMES, Stop, Store};
use tests::{NoCompiler, plan_against_random};

/// More games than anybody waits for.
const PAIRS: usize = 1_000_000;

fn main() -> ExitCode {
    let Some(command) = std::env::args().nth(1) else {
        eprintln!("usage: endless_match COMMAND");
        return ExitCode::from(2);
    };
    let plan = plan_against_random(GAMES[0], &command, Some(600_000), PAIRS);
    let store = Store::in_memory().expect("there is memory for a store");
    let mut contest = Contest::begin(store, plan, "").expect("a new store can be written");
    let jobs = NonZeroUsize::new(2).expect("two is not zero");
    let crew = Crew { jobs, cores: Vec::new(), compile: &NoCompiler, stop: Stop::default() };
    match crew.play(&mut contest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
