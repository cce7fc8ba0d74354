//! A match that is killed and resumed several times has the same games as one without
//! interruptions.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::read_to_string;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use arena::{MatchId, Record, Store};
use serde_json::Value;
use tests::{run, text, tool};

/// Number of games of the match.
const GAMES: usize = 400;

/// Number of times that the match is killed.
const KILLS: usize = 10;

/// Seed of the match and of the times at which it is killed.
const SEED: u64 = 11;

/// Returns the arguments of a match of a program that replies at once against the random baseline.
fn arguments(store: &Path) -> Vec<String> {
    let program = format!("cmd:{} fair /dev/null", env!("CARGO_BIN_EXE_zoo"));
    let words = ["match", "breakthrough", "--p1", &program, "--p2", "random", "--jobs", "2"];
    let numbers = ["--games", &GAMES.to_string(), "--seed", &SEED.to_string()].map(str::to_owned);
    let store = ["--store".to_owned(), store.to_str().unwrap().to_owned()];
    words.map(str::to_owned).into_iter().chain(numbers).chain(store).collect()
}

/// Returns the number of games in the store, or `None` if it has no match yet.
fn games_in(store: &Store) -> Option<usize> {
    store.match_of(None).ok().map(|stored| stored.games)
}

/// Waits until the store holds this number of games. Panics if the match ends before.
fn wait_for(games: usize, path: &Path, playing: &mut Child) {
    let mut store = None;
    loop {
        store = store.or_else(|| Store::open_existing(path).ok());
        if store.as_ref().and_then(games_in).is_some_and(|stored| stored >= games) {
            return;
        }
        let ended = playing.try_wait().unwrap();
        assert_eq!(ended, None, "the match has ended before it was killed");
        thread::yield_now();
    }
}

fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn records(path: &Path) -> Vec<Record> {
    let records = Store::open_existing(path).unwrap().records(MatchId(1)).unwrap();
    records.into_iter().map(Record::bare).collect()
}

#[test]
fn a_match_that_is_killed_often_loses_no_game_and_counts_none_twice() {
    let cg = tool("workshop");
    let folder = tempfile::tempdir().unwrap();
    let killed = folder.path().join("killed.db");
    let page = folder.path().join("match.html");
    let resume = ["match", "--resume", "--jobs", "2", "--store", killed.to_str().unwrap()];
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut seen = 0;
    for kill in 0..KILLS {
        let mut playing = match kill {
            0 => spawn(Command::new(&cg).args(arguments(&killed))),
            _ => spawn(Command::new(&cg).args(resume)),
        };
        // The kill comes after a random number of games, at a random time within a game.
        let enough = seen + rng.usize(1..GAMES / (KILLS + 1));
        wait_for(enough, &killed, &mut playing);
        (0..rng.u32(..100_000)).for_each(|_| std::hint::spin_loop());
        playing.kill().unwrap();
        playing.wait().unwrap();
        if kill == 0 {
            let report = ["report", "--store", killed.to_str().unwrap(), "-o"];
            let output = run(Command::new(tool("boardroom")).args(report).arg(&page), "");
            assert!(output.status.success() && page.exists(), "{output:?}");
        }
        let left = games_in(&Store::open_existing(&killed).unwrap()).unwrap();
        assert!(left >= enough && left.is_multiple_of(2), "{left} games are left of {enough}");
        seen = left;
    }
    assert!(seen < GAMES, "the last kill came too late");
    let output = run(Command::new(&cg).args(resume).args(["--json", "--report"]).arg(&page), "");
    assert!(output.status.success(), "{output:?}");
    let object: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    assert_eq!(object["games"], GAMES);
    let page = read_to_string(page).unwrap();
    assert!(page.contains(&format!("\"games\":{GAMES},\"planned\":{GAMES},")));
    assert_eq!(games_in(&Store::open_existing(&killed).unwrap()), Some(GAMES));

    let whole = folder.path().join("whole.db");
    let output = run(Command::new(&cg).args(arguments(&whole)), "");
    assert!(output.status.success(), "{output:?}");
    assert!(
        records(&killed) == records(&whole),
        "the games differ from those of a match without interruptions"
    );
    assert_eq!(arena::verify_file(&killed).unwrap().games, GAMES);
}
