//! Players, plans and files for the tests.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod actors;
pub(crate) mod attacks;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use arena::{
    CommandLine, Compile, Contestant, GamePair, GamePairError, Limits, Plan, PlayedPair, Program,
    Sandbox, Schedule, Worker, WorkerPool,
};
use registry::{Game, Stop, game, random_openings};

/// Time limit of a mock bot in a test that is not about time.
const AMPLE_TIME: Duration = Duration::from_secs(60);

/// Shell function of the mock bots: `turn` reads one turn of Breakthrough and leaves the last
/// listed move in `$mv`.
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

/// Returns a bot that runs `body` with an ample time limit.
pub(crate) fn mock(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), Some(AMPLE_TIME))
}

/// Returns a bot that runs `body` with the official time limits.
pub(crate) fn mock_with_official_time(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), None)
}

/// Game pair of Breakthrough.
pub(crate) struct Pair {
    pub(crate) contestants: [Contestant; 2],
    pub(crate) opening: Vec<String>,
    pub(crate) stop: Stop,
}

/// Returns a game pair without an opening.
pub(crate) fn one_pair(p1: Contestant, p2: Contestant) -> Pair {
    Pair { contestants: [p1, p2], opening: Vec::new(), stop: Stop::default() }
}

impl Pair {
    /// Returns the same game pair with an opening of four moves.
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
            foreign: None,
        };
        Worker::new(&NoCompiler, &self.stop, None).play(&game_pair)
    }
}

/// Compiler for games without sources.
pub(crate) struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler here".to_owned())
    }
}

/// Returns the plan of a match of five game pairs, with openings.
pub(crate) fn five_pairs(p1: &str, p2: &str) -> Plan {
    Plan {
        name: None,
        game: breakthrough().name().to_owned(),
        contestants: vec![baseline(p1), baseline(p2)],
        schedule: Schedule::RoundRobin,
        pairs: 5,
        seed: 7,
        openings: random_openings(breakthrough(), 4, 5, 7).unwrap(),
        limits: Limits::default(),
        sprt: None,
        referee: None,
        imported: Vec::new(),
    }
}

/// Returns a worker pool for `jobs` games at once.
pub(crate) fn worker_pool(jobs: usize) -> WorkerPool<'static> {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    WorkerPool {
        jobs,
        cores: Vec::new(),
        sandbox: Sandbox::default(),
        compile: &NoCompiler,
        stop: Stop::default(),
    }
}

/// Returns the path of a file of the project's test data.
pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data").join(name)
}
