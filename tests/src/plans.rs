use std::path::PathBuf;

use arena::{Baseline, CommandLine, Compile, Contestant, Game, Limits, Plan, Program, Schedule};

/// Returns a match of a program, with milliseconds of its own for a move if they are given, against
/// the random baseline.
///
/// # Panics
///
/// The command line is none.
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
    }
}

/// For matches without sources.
pub struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler here".to_owned())
    }
}
