//! Matches between baseline players, written to a store.

#![allow(dead_code, reason = "each program uses only a part")]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use arena::{
    Compile, Contestant, Limits, Plan, Program, RunningMatch, Schedule, Store, WorkerPool,
};
use registry::{Game, Stop, random_openings};

/// Compiler that always fails: baselines need none.
struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler here".to_owned())
    }
}

/// Returns a pool of one worker.
pub(crate) fn worker_pool() -> WorkerPool<'static> {
    let (jobs, cores) = (NonZeroUsize::MIN, Vec::new());
    WorkerPool {
        jobs,
        cores,
        sandbox: arena::Sandbox::default(),
        compile: &NoCompiler,
        stop: Stop::default(),
    }
}

/// Returns a baseline as a contestant.
fn contestant(name: &str) -> Contestant {
    let program = Program::Baseline(name.parse().unwrap());
    Contestant { name: name.to_owned(), program, nodes: None, move_time_ms: None }
}

/// Returns the plan of a match of `pairs` game pairs.
pub(crate) fn plan(players: &[&str], pairs: usize) -> Plan {
    let game = registry::game("breakthrough").unwrap();
    Plan {
        name: None,
        game: "breakthrough".to_owned(),
        contestants: players.iter().map(|name| contestant(name)).collect(),
        schedule: Schedule::RoundRobin,
        pairs,
        seed: 7,
        openings: random_openings(game, 4, pairs, 7).unwrap(),
        limits: Limits::default(),
        sprt: None,
        referee: None,
        imported: Vec::new(),
    }
}

/// Starts a match.
pub(crate) fn begin_plan(path: &Path, plan: Plan) -> RunningMatch {
    RunningMatch::begin(Store::open(path).unwrap(), plan, "cargo cg match breakthrough").unwrap()
}

/// Starts a match of `pairs` game pairs.
pub(crate) fn begin(path: &Path, players: &[&str], pairs: usize) -> RunningMatch {
    begin_plan(path, plan(players, pairs))
}

/// Plays a match of `pairs` game pairs.
pub(crate) fn play(path: &Path, players: &[&str], pairs: usize) {
    worker_pool().play(&mut begin(path, players, pairs)).unwrap();
}
