//! Plays an endless match of a command against the random baseline: `endless_match <command>`.
//!
//! A test kills this process and checks that no other process is left.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use arena::{RunningMatch, Sandbox, Store, WorkerPool};
use registry::{GAMES, Stop};
use tests::{NoCompiler, plan_against_random};

/// Number of game pairs: more than a test can play.
const PAIRS: usize = 1_000_000;

fn main() -> ExitCode {
    let Some(command) = std::env::args().nth(1) else {
        eprintln!("usage: endless_match COMMAND");
        return ExitCode::from(2);
    };
    let plan = plan_against_random(GAMES[0], &command, Some(600_000), PAIRS);
    let store = Store::in_memory().expect("a store in memory can be created");
    let mut running_match =
        RunningMatch::begin(store, plan, "").expect("a new store can be written");
    let jobs = NonZeroUsize::new(2).expect("two is not zero");
    let worker_pool = WorkerPool {
        jobs,
        cores: Vec::new(),
        sandbox: Sandbox::default(),
        compile: &NoCompiler,
        stop: Stop::default(),
    };
    match worker_pool.play(&mut running_match) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
