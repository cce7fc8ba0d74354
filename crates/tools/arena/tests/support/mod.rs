//! Players and files for the tests.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::path::PathBuf;
use std::time::Duration;

use arena::{AgentSpec, Baseline, CommandLine, Contestant, Game, Match, Stop, game};

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
    match spec.parse().unwrap() {
        AgentSpec::Baseline(baseline) => Contestant::baseline(baseline, breakthrough(), None),
        _ => panic!("{spec} is no baseline"),
    }
}

pub(crate) fn random() -> Contestant {
    Contestant::baseline(Baseline::Random, breakthrough(), None)
}

pub(crate) fn command(line: &str, move_time: Option<Duration>) -> Contestant {
    let line = CommandLine::parse(line).unwrap();
    Contestant::command(line, breakthrough(), None, move_time).unwrap()
}

/// A bot that runs `body`, with all the time in the world.
pub(crate) fn mock(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), Some(PATIENT))
}

/// A bot that runs `body` and has the official time.
pub(crate) fn hasty_mock(body: &str) -> Contestant {
    command(&format!("sh -c '{PRELUDE}{body}' mock {{opening}}"), None)
}

/// One pair of games without an opening.
pub(crate) fn one_pair(p1: Contestant, p2: Contestant) -> Match {
    Match {
        game: breakthrough(),
        players: [p1, p2],
        pairs: 1,
        seed: 1,
        opening_plies: 0,
        jobs: 1,
        stop: Stop::default(),
    }
}

/// A file of the project's test data.
pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data").join(name)
}
