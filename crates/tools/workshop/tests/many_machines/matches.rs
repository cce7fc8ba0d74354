//! Matches, tournaments and sequential tests that have the results of one process.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::machines::Machines;
use crate::support::{self, json_of, notes_of, words};
use crate::{MATCH, alone, output, root, start, wait_until, without_times};

#[test]
fn a_match_by_several_workers_has_the_records_of_one_process() {
    let mut machines = Machines::start();
    machines.add_worker();
    machines.add_worker();
    let file = machines.folder.path().join("games.jsonl");
    let line = format!("{MATCH} --games 24");
    let played = output(&machines, &format!("{line} --record {}", file.display()));
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    assert_eq!(fs::read_to_string(file).unwrap(), alone(&line));
    assert!(notes_of(&played).contains("note: games by worker: worker-"), "{}", notes_of(&played));
}

#[test]
fn a_match_that_is_killed_is_resumed_on_the_queue() {
    let mut machines = Machines::start();
    machines.add_worker();
    let line = format!("{MATCH} --games 60");
    let store = machines.folder.path().join("arena.db").display().to_string();
    let mut playing = start(&machines, &format!("{line} --store {store}"));
    let has_games = || {
        let listed = support::cg(&["history", "--store", &store, "--json"]);
        let listed: Option<Value> = serde_json::from_slice(&listed.stdout).ok();
        listed.is_some_and(|listed| listed["matches"][0]["games"].as_u64() > Some(4))
    };
    wait_until(has_games);
    playing.kill().unwrap();
    playing.wait().unwrap();
    let file = machines.folder.path().join("games.jsonl").display().to_string();
    let resumed = output(&machines, &format!("match --resume --store {store} --record {file}"));
    assert_eq!(resumed.status.code(), Some(0), "{}", notes_of(&resumed));
    assert_eq!(fs::read_to_string(file).unwrap(), alone(&line));
}

#[test]
fn an_sprt_decides_the_same_with_any_number_of_workers() {
    let line = "sprt breakthrough --test uct:200 --base uct:10 --games 400 --seed 3 --json \
                --elo0 0 --elo1 100";
    let expected = without_times(json_of(&words(line)));
    let mut machines = Machines::start();
    for workers in [1, 2, 4] {
        while workers > machines.count() {
            machines.add_worker();
        }
        let played = output(&machines, line);
        assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
        let object: Value = serde_json::from_slice(&played.stdout).unwrap();
        assert_eq!(without_times(object), expected, "{workers} workers");
    }
    assert!(expected["games"].as_u64() < Some(400), "{expected}");
}

#[test]
fn a_tournament_is_played_on_the_queue() {
    let mut machines = Machines::start();
    machines.add_worker();
    let line = "tournament breakthrough uct:20 uct:10 random --games 4 --seed 2 --json";
    let played = output(&machines, line);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let object: Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(without_times(object), without_times(json_of(&words(line))));
}

/// Source of a bot that plays the legal move at an index of the list.
const FIRST_MOVE: &str = "\
fn main() {
    // A turn is the last move of the opponent, the number of legal moves, and these moves.
    let mut lines = std::io::stdin().lines().map_while(Result::ok);
    while let Some(_last) = lines.next() {
        let Some(Ok(count)) = lines.next().map(|line| line.trim().parse::<usize>()) else { return };
        let moves: Vec<String> = lines.by_ref().take(count).collect();
        println!(\"{}\", moves[INDEX % moves.len()]);
    }
}
";

#[test]
fn sources_travel_by_their_hash_and_are_compiled_by_the_worker() {
    let mut machines = Machines::start();
    machines.add_worker_in(&root());
    let file = |name: &str, index: &str| {
        let path = machines.folder.path().join(name);
        fs::write(&path, FIRST_MOVE.replace("INDEX", index)).unwrap();
        path.display().to_string()
    };
    let (one, other) = (file("one.rs", "0"), file("other.rs", "5"));
    let data = machines.folder.path().join("data").display().to_string();
    let record = machines.folder.path().join("games.jsonl").display().to_string();
    let line = format!(
        "--data {data} match breakthrough --p1 {one} --p2 {other} --games 4 --opening-plies 0 \
         --seed 1"
    );
    let in_workspace = |more: &str| {
        let line = format!("{line} {more}");
        let program = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(words(&line))
            .current_dir(root())
            .output();
        let output = program.unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", notes_of(&output));
        notes_of(&output)
    };
    let queued = format!("--record {record} --no-scale --queue {}", machines.address());
    let notes = in_workspace(&queued);
    assert!(notes.contains("games by worker: worker-0 4"), "{notes}");
    let queued = fs::read_to_string(&record).unwrap();
    in_workspace(&format!("--record {record}"));
    assert_eq!(queued, fs::read_to_string(&record).unwrap());
    assert!(queued.lines().count() == 4 && !queued.contains("crash"), "{queued}");
}
