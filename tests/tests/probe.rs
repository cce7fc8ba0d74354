//! The probe of a judge, compiled as judges may compile it, plays whole games and prints what it
//! measures.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::Path;
use std::process::Command;

use arena::{MatchId, Record, Store};
use bundler::{Compiler, Edition, Entry, Optimisation, Request, bundle};
use registry::main_games;
use tests::{root, run, tool, unless_unchanged};

/// Game of the probe.
const GAME: &str = "breakthrough";

/// Time margin with which no bot exceeds its time on a loaded machine.
const LARGE_MARGIN: &str = "60000";

#[test]
fn a_probe_says_how_it_is_compiled_and_plays_to_the_end() {
    let game = main_games().find(|game| game.name() == GAME).unwrap();
    unless_unchanged("probe", game, &["bundler", "tests/tests/probe.rs"], || {
        let entry = Entry::Bin(Some(format!("{GAME}-probe")));
        let package = Some(GAME.to_owned());
        let request = Request { package, entry, ..Request::new(root().join("Cargo.toml")) };
        let probe = bundle(&request).unwrap();
        let judges = Compiler::judge(&probe.cache_dir).unwrap();
        let judges =
            judges.expect("the judge's compiler is installed: `rustup toolchain install 1.90.0`");
        let folder = tempfile::tempdir().unwrap();
        let shown = [
            (Optimisation::None, "opt-level 0", "debug assertions on"),
            (Optimisation::Full, "opt-level 2 or 3", "debug assertions off"),
        ];
        for (optimisation, level, assertions) in shown {
            let program = folder.path().join(optimisation.to_string());
            let edition = Edition::E2021;
            judges
                .build(&probe.source, edition, &request.judge, optimisation, &program)
                .unwrap_or_else(|error| panic!("{optimisation}: {error}"));
            for record in play(&program, folder.path()) {
                let log = errors_of_probe(&record);
                check(&log, &[level, assertions, "rustc 1159e78c4"]);
                check(&log, &["AVX2; cores ", "memory "]);
                check(&log, &["search ", " nodes in ", " million a second"]);
                check(&log, &["clock step ", "page fault "]);
                check(&log, &["turn 2: waited ", "thread woke ", "longest pause "]);
                check(&log, &["turn 2: lost ", "longest gap ", "longest answer so far "]);
            }
        }
    });
}

/// Plays two games of a probe against random moves, checks that it forfeits none, and returns them.
fn play(program: &Path, folder: &Path) -> Vec<Record> {
    let store = folder.join(program.file_name().unwrap()).with_extension("db");
    let mut command = Command::new(tool("workshop"));
    command.args(["match", GAME, "--p1", &format!("cmd:{}", program.display()), "--p2", "random"]);
    command.args(["--games", "2", "--seed", "5", "--margin", LARGE_MARGIN, "--store"]).arg(&store);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{output:?}");
    let records = Store::open_existing(&store).unwrap().records(MatchId(1)).unwrap();
    assert_eq!(records.len(), 2);
    for record in &records {
        let won = ["1-0", "0-1"].iter().position(|&result| record.result == result);
        assert_eq!(won, Some(seat(record)), "{} {}", record.result, record.reason);
    }
    records
}

/// Returns the player that is no baseline: 0 or 1.
fn seat(record: &Record) -> usize {
    usize::from(record.policy.starts_with("random"))
}

/// Returns what the probe has written to standard error in a game.
fn errors_of_probe(record: &Record) -> String {
    let own = record.plies.iter().filter(|ply| ply.player == seat(record));
    own.filter_map(|ply| Some(ply.turn.as_ref()?.stderr.as_str())).collect()
}

/// Checks that a line contains all texts, in this order.
fn check(log: &str, texts: &[&str]) {
    let has_all = |line: &str| {
        let rest = texts.iter().try_fold(line, |rest, text| Some(rest.split_once(text)?.1));
        rest.is_some()
    };
    assert!(log.lines().any(has_all), "{texts:?} in {log}");
}
