//! Players and files for the tests.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod actors;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use arena::{
    CommandLine, Compile, Contestant, Game, GamePair, GamePairError, Limits, Plan, PlayedPair,
    Program, Schedule, Stop, Worker, WorkerPool, game, random_openings,
};

/// How long a mock bot may take where its test is not about time.
const PATIENT: Duration = Duration::from_secs(60);

/// Shell functions with which a mock bot plays: `turn` reads one turn of Breakthrough and leaves
/// the last listed move in `$mv`.
const PRELUDE: &str = r#"
turn() {
    read -r last && read -r n || exit 0
    while [ "$n" -gt 0 ]; do read -r mv; n=$((n - 1)); done
}
"#;

pub(crate) fn breakthrough() -> &'static dyn Game {
    game("breakthrough").unwrap()
}

pub(crate) fn baseline(spec: &str) -> Contestant {
    let program = Program::Baseline(spec.parse().unwrap());
    Contestant { name: spec.to_owned(), program, nodes: None, move_time_ms: None }
}

pub(crate) fn random() -> Contestant {
    baseline("random")
}

pub(crate) fn command(line: &str, move_time: Option<Duration>) -> Contestant {
    let program = Program::Command(CommandLine::parse(line).unwrap());
    let move_time_ms = move_time.map(|time| time.as_millis() as u64);
    Contestant { name: format!("cmd:{line}"), program, nodes: None, move_time_ms }
}

/// A bot that runs `body`, with all the time in the world.
pub(crate) fn mock(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), Some(PATIENT))
}

/// A bot that runs `body` and has the official time.
pub(crate) fn hasty_mock(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), None)
}

/// A pair of games.
pub(crate) struct Pair {
    pub(crate) contestants: [Contestant; 2],
    pub(crate) opening: Vec<String>,
    pub(crate) stop: Stop,
}

/// One pair of games without an opening.
pub(crate) fn one_pair(p1: Contestant, p2: Contestant) -> Pair {
    Pair { contestants: [p1, p2], opening: Vec::new(), stop: Stop::default() }
}

impl Pair {
    /// The same with an opening of four moves.
    pub(crate) fn with_opening(self) -> Pair {
        let opening = ["c2c3", "f7f6", "h2g3", "a7b6"].map(str::to_owned).to_vec();
        Pair { opening, ..self }
    }

    pub(crate) fn play(&self) -> Result<PlayedPair, GamePairError> {
        let game_pair = GamePair {
            game: breakthrough().name().to_owned(),
            contestants: self.contestants.clone(),
            opening: self.opening.clone(),
            seed: 1,
            limits: Limits::default(),
        };
        Worker::new(&NoCompiler, &self.stop, None).play(&game_pair)
    }
}

/// For games without sources.
pub(crate) struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler here".to_owned())
    }
}

/// A match of five pairs, with openings.
pub(crate) fn five_pairs(p1: &str, p2: &str) -> Plan {
    Plan {
        game: breakthrough().name().to_owned(),
        contestants: vec![baseline(p1), baseline(p2)],
        schedule: Schedule::RoundRobin,
        pairs: 5,
        seed: 7,
        openings: random_openings(breakthrough(), 4, 5, 7).unwrap(),
        limits: Limits::default(),
        sprt: None,
    }
}

/// Workers, so many games at once.
pub(crate) fn worker_pool(jobs: usize) -> WorkerPool<'static> {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    WorkerPool { jobs, cores: Vec::new(), compile: &NoCompiler, stop: Stop::default() }
}

/// A file of the project's test data.
pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data").join(name)
}
