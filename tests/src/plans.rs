//! Plans of test matches.

use std::path::PathBuf;

use arena::{CommandLine, Compile, Contestant, Limits, Plan, Program, Schedule};
use registry::{Baseline, Game};

/// Returns the plan of a match of a program against the random baseline. `move_time_ms` is the
/// program's time for a move, in milliseconds; `None` is the time of the judge.
///
/// # Panics
///
/// Panics if `command` is not a command line.
#[must_use]
pub fn plan_against_random(
    game: &dyn Game,
    command: &str,
    move_time_ms: Option<u64>,
    pairs: usize,
) -> Plan {
    let command = CommandLine::parse(command).unwrap_or_else(|error| panic!("{error}"));
    let contestant = |name: &str, program: Program, move_time_ms: Option<u64>| Contestant {
        name: name.to_owned(),
        program,
        nodes: None,
        move_time_ms,
    };
    Plan {
        name: None,
        game: game.name().to_owned(),
        contestants: vec![
            contestant("program", Program::Command(command), move_time_ms),
            contestant("random", Program::Baseline(Baseline::Random), None),
        ],
        schedule: Schedule::RoundRobin,
        pairs,
        seed: 1,
        openings: vec![Vec::new()],
        limits: Limits::default(),
        sprt: None,
        referee: None,
        imported: Vec::new(),
    }
}

/// Compiler of matches without source files. It always fails.
pub struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler here".to_owned())
    }
}
