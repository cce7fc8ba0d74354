//! Workers that forge results, and plans that name command lines.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use queue::Workplace;
use registry::tunable_game;
use serde_json::Value;
use trainer::{Evaluator, Shard, ShardFolder, Watch};

use crate::machines::Machines;
use crate::support::{self, json_of, notes_of, words};
use crate::{MATCH, alone, ended, start, wait_until};

/// Answers the units of the queue by `answer`, until the plan does not trust the worker any more.
fn forge(machines: &Machines, answer: impl Fn(&[u8]) -> Vec<u8>) {
    let queue = machines.connect();
    let mut workplace = Workplace::new(&queue, "forger");
    wait_until(|| {
        let has_left = !workplace.refresh(&mut |_, _| Ok(())).unwrap().is_empty();
        if let Some(unit) = workplace.pull(Duration::from_millis(20)).unwrap() {
            let result = answer(&unit.content);
            unit.finish(&result, &|| false);
        }
        has_left
    });
}

/// Plays a game pair with a weaker player in place of the first one. The games are well-formed.
fn forged_games(unit: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(unit).unwrap();
    let forged = text.replace("{\"baseline\":\"uct:60\"}", "{\"baseline\":\"uct:2\"}");
    assert_ne!(forged, text);
    let games = String::from_utf8(played_by_a_process(&forged)).unwrap();
    format!("{{\"clock\":null,\"games\":{games}}}").into_bytes()
}

/// Plays a shard with fewer nodes than it claims.
fn forged_shard(unit: &[u8]) -> Vec<u8> {
    let shard: Shard = serde_json::from_slice(unit).unwrap();
    let weaker = Shard { nodes: 5, ..shard.clone() };
    let game = tunable_game("breakthrough").unwrap();
    let games = game.play_shard(&weaker, &Evaluator::Hand, &Watch::NONE).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let shards = ShardFolder::new(folder.path());
    shards.write(&shard, &games).unwrap();
    fs::read(shards.path_of(&shard)).unwrap()
}

/// Checks that a command finds out a worker and prints what it prints in one process.
fn check_finds_out(line: &str, answer: impl Fn(&[u8]) -> Vec<u8>) {
    let mut machines = Machines::start();
    let playing = start(&machines, &format!("{line} --double-play 1"));
    forge(&machines, answer);
    machines.add_worker();
    let played = ended(playing);
    let notes = notes_of(&played);
    assert_eq!(played.status.code(), Some(0), "{notes}");
    let expected = "worker forger is not trusted any more: its result of unit ";
    assert!(notes.contains(expected), "{notes}");
    let object: Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(object, json_of(&words(line)));
}

#[test]
fn a_worker_that_forges_a_tuning_run_is_found_out() {
    let line = "tune breakthrough climb --nodes 30 --pairs 16 --json";
    // The first player wins both games of every pair.
    check_finds_out(line, |_| vec![4]);
}

#[test]
fn a_worker_that_forges_shards_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().display();
    let line = format!("selfplay breakthrough --shards 2 --games 3 --nodes 100 --json -o {folder}");
    check_finds_out(&line, forged_shard);
}

/// Returns the result of a game pair that is played by `cargo cg work`.
fn played_by_a_process(pair: &str) -> Vec<u8> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .arg("work")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(pair.as_bytes()).unwrap();
    process.wait_with_output().unwrap().stdout
}

#[test]
fn a_worker_that_forges_games_is_found_out_by_double_play() {
    let mut machines = Machines::start();
    let line = format!("{MATCH} --games 16");
    let file = machines.folder.path().join("games.jsonl");
    let record = file.display();
    let playing = start(&machines, &format!("{line} --double-play 1 --record {record}"));
    forge(&machines, forged_games);
    machines.add_worker();
    let played = ended(playing);
    let notes = notes_of(&played);
    assert_eq!(played.status.code(), Some(0), "{notes}");
    assert!(
        notes.contains("worker forger is not trusted any more: its result of unit "),
        "{notes}"
    );
    assert!(notes.contains("note: games by worker: worker-0 16"), "{notes}");
    assert_eq!(fs::read_to_string(&file).unwrap(), alone(&line));
    let listed = json_of(&["workers", "--queue", &machines.address(), "--json"]);
    assert_eq!(listed["distrusted"][0]["distrusted"], "forger");
}

#[test]
fn command_lines_are_refused_by_workers_unless_they_are_allowed() {
    let mut machines = Machines::start();
    let line = "match breakthrough --p1 random --p2 cmd:false --games 2 --seed 1 --sandbox off \
                --no-scale";
    let mut playing = start(&machines, line);
    let worker = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["work", "--queue", &machines.address(), "--sandbox", "off"])
            .args(more)
            .current_dir(machines.folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let refusing = worker(&[]);
    thread::sleep(Duration::from_secs(2));
    assert!(playing.try_wait().unwrap().is_none());
    let refused = support::interrupted(refusing);
    let expected = "`cmd:false` is a command line, which this worker runs only with \
                    --allow-commands";
    assert!(notes_of(&refused).contains(expected), "{}", notes_of(&refused));
    let playing_too = worker(&["--allow-commands"]);
    let played = ended(playing);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    support::interrupted(playing_too);
    machines.restart_server();
}
