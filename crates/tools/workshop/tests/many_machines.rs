//! Matches on many machines: a real server, and workers that are killed and stopped.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "support/machines.rs"]
mod machines;
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use queue::{
    Address, Announcement, Collecting, PlanId, Queue, QueueError, UnitSource, Workplace, collect,
};
use serde_json::{Value, json};

use machines::Machines;
use support::{check_cannot_run, json_of, notes_of, stdout_of, words};

/// Match whose games depend on the seeds alone.
const MATCH: &str = "match breakthrough --p1 uct:60 --p2 uct:40 --seed 7";

/// Starts a command in the folder of the machines, with their queue.
fn start(machines: &Machines, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(words(line))
        .args(["--queue", &machines.address(), "--queue-wait", "1"])
        .current_dir(machines.folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the output of a command that uses the queue of the machines.
fn output(machines: &Machines, line: &str) -> Output {
    start(machines, line).wait_with_output().unwrap()
}

/// Returns the records of the match in one process, as lines.
fn alone(line: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    stdout_of(&words(&format!("{line} --jobs 2 --record {}", file.display())));
    fs::read_to_string(file).unwrap()
}

/// Waits until `condition` holds.
#[track_caller]
fn wait_until(mut condition: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(120), "it takes too long");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Removes the times, which differ between runs.
fn without_times(mut object: Value) -> Value {
    for player in object["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().retain(|key, _| !key.ends_with("_ms"));
    }
    object
}

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

/// Plays a match while `disturb` kills and stops what plays it, and compares the records with those
/// of one process.
fn check_disturbed(
    line: &str,
    games: usize,
    workers: usize,
    disturb: impl FnOnce(&mut Machines, &mut Child),
) {
    let mut machines = Machines::start();
    for _ in 0..workers {
        machines.add_worker();
    }
    let line = format!("{line} --games {games}");
    let file = machines.folder.path().join("games.jsonl");
    let mut playing = start(&machines, &format!("{line} --record {}", file.display()));
    disturb(&mut machines, &mut playing);
    let played = playing.wait_with_output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let (records, expected) = (fs::read_to_string(file).unwrap(), alone(&line));
    assert_eq!(records.lines().count(), games);
    assert_eq!(records.lines().collect::<BTreeSet<_>>().len(), games);
    assert!(records == expected, "the records differ from those of one process");
}

fn is_playing(playing: &mut Child) -> bool {
    playing.try_wait().unwrap().is_none()
}

#[test]
fn workers_and_the_server_can_die_and_stop_and_every_game_counts_once() {
    check_disturbed(MATCH, 240, 3, |machines, playing| {
        let second = || thread::sleep(Duration::from_secs(1));
        // The stopped worker has a unit that another one plays meanwhile.
        second();
        machines.signal(0, "-STOP");
        machines.replace(1);
        second();
        machines.restart_server();
        second();
        machines.signal(0, "-CONT");
        machines.replace(1);
        assert!(is_playing(playing), "the match has ended too early");
    });
}

/// Takes some minutes: `cargo test -p workshop --test many_machines -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn two_thousand_games_survive_three_deaths_of_the_server_and_many_of_a_worker() {
    let line = "match breakthrough --p1 uct:240 --p2 uct:160 --seed 7";
    check_disturbed(line, 2000, 4, |machines, playing| {
        let (mut kills, mut restarts, mut went_on) = (0, 0, false);
        for step in 0.. {
            thread::sleep(Duration::from_secs(3));
            if !is_playing(playing) {
                break;
            }
            machines.replace(1);
            kills += 1;
            match step {
                2 => machines.signal(0, "-STOP"),
                3 | 7 | 11 => {
                    machines.restart_server();
                    restarts += 1;
                }
                23 => {
                    machines.signal(0, "-CONT");
                    went_on = true;
                }
                _ => {}
            }
        }
        eprintln!("{kills} kills, {restarts} restarts of the server, worker went on: {went_on}");
        assert!(restarts == 3 && went_on, "the match has ended too early");
    });
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
fn shards_of_self_play_are_the_same_files() {
    let mut machines = Machines::start();
    machines.add_worker();
    machines.add_worker();
    let folder = |name: &str| machines.folder.path().join(name);
    let line = |folder: &Path| {
        let folder = folder.display();
        format!("selfplay breakthrough --shards 6 --games 5 --nodes 200 --json -o {folder}")
    };
    let (queued, alone) = (folder("queued"), folder("alone"));
    let mut playing = start(&machines, &line(&queued));
    thread::sleep(Duration::from_millis(500));
    machines.replace(1);
    assert!(playing.try_wait().is_ok());
    let played = playing.wait_with_output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let summary: Value = serde_json::from_slice(&played.stdout).unwrap();
    let expected = json_of(&words(&line(&alone)));
    assert_eq!((&summary["games"], &summary["bytes"]), (&expected["games"], &expected["bytes"]));
    let files: Vec<_> = fs::read_dir(&alone).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 6);
    for file in files {
        let other = queued.join(file.file_name());
        assert!(fs::read(file.path()).unwrap() == fs::read(other).unwrap(), "{file:?}");
    }
}

#[test]
fn a_tuning_run_has_the_same_weights() {
    let mut machines = Machines::start();
    machines.add_worker();
    machines.add_worker();
    let more = "--nodes 60 --pairs 40 --json";
    for way in ["climb", "search --tunables razoring_margin,futility_margin"] {
        let line = format!("tune breakthrough {way} {more}");
        let played = output(&machines, &line);
        assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
        let tuned: Value = serde_json::from_slice(&played.stdout).unwrap();
        assert_eq!(tuned, json_of(&words(&line)), "{way}");
    }
}

#[test]
fn workers_are_listed_with_what_they_have_done() {
    let mut machines = Machines::start();
    machines.add_worker();
    let line = format!("{MATCH} --games 4");
    let played = output(&machines, &line);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let address = machines.address();
    let list = ["workers", "--queue", &address];
    let mut listed = Value::Null;
    wait_until(|| {
        listed = json_of(&[&list[..], &["--json"]].concat());
        listed["workers"][0]["done"] == 2
    });
    assert_eq!(listed["workers"][0]["worker"], "worker-0");
    assert_eq!(listed["workers"][0]["failed"], 0);
    assert_eq!((&listed["plans"], &listed["given_up"]), (&json!([]), &json!({})));
    let text = stdout_of(&list);
    assert!(text.starts_with("worker   ") && text.contains("\nworker-0 "), "{text}");
    check_cannot_run(&["workers"], "name the queue with --queue");
}

/// Plays the units of the queue with a weaker player in place of the first one, until the plan does
/// not trust the worker any more. The games are well-formed.
fn forge(machines: &Machines) {
    let address = Address::parse(&machines.address()).unwrap();
    let queue = Queue::connect(&address, "test", Arc::new(|_| {})).unwrap();
    let mut workplace = Workplace::new(&queue, "forger");
    wait_until(|| {
        let has_left = !workplace.refresh(&mut |_, _| Ok(())).unwrap().is_empty();
        if let Some(unit) = workplace.pull(Duration::from_millis(20)).unwrap() {
            let text = String::from_utf8(unit.content.clone()).unwrap();
            let forged = text.replace("{\"baseline\":\"uct:60\"}", "{\"baseline\":\"uct:2\"}");
            assert_ne!(forged, text);
            unit.finish(&played_by_a_process(&forged), &|| false);
        }
        has_left
    });
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
    forge(&machines);
    machines.add_worker();
    let played = playing.wait_with_output().unwrap();
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
    let notes = in_workspace(&format!("--record {record} --queue {}", machines.address()));
    assert!(notes.contains("games by worker: worker-0 4"), "{notes}");
    let queued = fs::read_to_string(&record).unwrap();
    in_workspace(&format!("--record {record}"));
    assert_eq!(queued, fs::read_to_string(&record).unwrap());
    assert!(queued.lines().count() == 4 && !queued.contains("crash"), "{queued}");
}

/// Returns the root folder of the workspace, where the compiler of sources is found.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

#[test]
fn command_lines_are_refused_by_workers_unless_they_are_allowed() {
    let mut machines = Machines::start();
    let line = "match breakthrough --p1 random --p2 cmd:false --games 2 --seed 1 --sandbox off";
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
    let played = playing.wait_with_output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    support::interrupted(playing_too);
    machines.restart_server();
}

/// Plan with one unit, which is never played.
struct OneUnit {
    unit: Option<Vec<u8>>,
}

impl OneUnit {
    fn new(unit: &str) -> OneUnit {
        OneUnit { unit: Some(unit.into()) }
    }
}

impl UnitSource for OneUnit {
    type Output = ();
    type Error = QueueError;

    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, QueueError> {
        Ok(self.unit.take().map(|unit| (0, unit)))
    }

    fn decode(&self, _number: usize, _content: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn take(&mut self, _number: usize, (): ()) -> Result<(), QueueError> {
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, _note: &str) {}
}

#[test]
fn a_worker_refuses_plans_of_another_build() {
    let machines = Machines::start();
    let address = Address::parse(&machines.address()).unwrap();
    let queue = Queue::connect(&address, "test", Arc::new(|_| {})).unwrap();
    let content = json!({
        "game": "breakthrough", "signature": "0", "contestants": [], "compiler": null,
        "benches": {},
    });
    let plans = [
        ("match", content, "the rules or baselines of breakthrough differ from those here"),
        ("dreams", json!(null), "this worker knows no units of the kind `dreams`"),
        ("shards", json!(1), "its announcement is malformed"),
    ];
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for (kind, content, _) in plans.clone() {
            let (queue, stop) = (&queue, &stop);
            scope.spawn(move || {
                let (id, title) = (PlanId::of(&[kind]), kind.to_owned());
                let (kind, tries) = (kind.to_owned(), Announcement::TRIES);
                let announcement = Announcement { kind, title, ack_wait_ms: 1000, tries, content };
                let is_stopped = &|| stop.load(Ordering::Relaxed);
                let plan = Collecting { id: &id, announcement: &announcement, is_stopped };
                collect(queue, &plan, &mut OneUnit::new("no unit")).map(drop)
            });
        }
        let worker = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["work", "--queue", &machines.address()])
            .current_dir(machines.folder.path())
            .stderr(Stdio::piped())
            .spawn();
        thread::sleep(Duration::from_secs(4));
        let notes = notes_of(&support::interrupted(worker.unwrap()));
        stop.store(true, Ordering::Relaxed);
        for (_, _, expected) in plans {
            assert!(notes.contains(&format!("is refused: {expected}")), "{notes}");
        }
    });
}

/// Returns the announcement of a match that has no workers, and one of its units.
fn announced_match(machines: &Machines, queue: &Queue) -> (Announcement, String) {
    let mut playing = start(machines, &format!("{MATCH} --games 4"));
    let mut workplace = Workplace::new(queue, "test");
    let (mut announced, mut unit) = (None, None);
    wait_until(|| {
        let accept = &mut |_: &PlanId, announcement: &Announcement| {
            announced = Some(announcement.clone());
            Ok(())
        };
        workplace.refresh(accept).unwrap();
        unit = workplace.pull(Duration::from_millis(50)).unwrap();
        unit.is_some()
    });
    let text = String::from_utf8(unit.unwrap().content).unwrap();
    playing.kill().unwrap();
    playing.wait().unwrap();
    (announced.unwrap(), text)
}

#[test]
fn units_that_are_not_of_the_announced_match_are_refused_by_the_worker() {
    let mut machines = Machines::start();
    let address = Address::parse(&machines.address()).unwrap();
    let queue = Queue::connect(&address, "test", Arc::new(|_| {})).unwrap();
    let (announcement, unit) = announced_match(&machines, &queue);
    machines.add_worker();
    let check = |unit: &str, expected: &str| {
        let id = PlanId::of(&[unit]);
        let plan = Collecting { id: &id, announcement: &announcement, is_stopped: &|| false };
        let error = collect(&queue, &plan, &mut OneUnit::new(unit)).unwrap_err().to_string();
        let expected = format!("worker worker-0: malformed unit: {expected}");
        assert!(error.starts_with("unit 0 is given up") && error.contains(&expected), "{error}");
    };
    check("no unit", "no game pair: ");
    check(&unit.replace("\"breakthrough\"", "\"jungle\""), "the game pair is not of the announced");
    check(&unit.replace("uct:40", "uct:41"), "a player is not of the announced match");
}

#[test]
fn a_local_server_serves_until_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let (data, port) = (folder.path().display().to_string(), machines::free_port().to_string());
    let server = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["--data", &data, "queue", "--port", &port])
            .args(more)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let open = server(&["--listen", "0.0.0.0"]).wait_with_output().unwrap();
    assert_eq!(open.status.code(), Some(2));
    assert!(notes_of(&open).contains("give it a token and a certificate"), "{}", notes_of(&open));
    let serving = server(&[]);
    let address = format!("nats://127.0.0.1:{port}");
    wait_until(|| support::cg(&["workers", "--queue", &address]).status.success());
    let notes = notes_of(&support::interrupted(serving));
    assert!(notes.starts_with(&format!("note: the queue is {address}, its data are in ")));
    check_cannot_run(&["workers", "--queue", &address], "no NATS server answers");
}

#[test]
fn a_queue_that_cannot_be_used_is_an_error_of_one_line() {
    let check = |address: &str, expected: &str| {
        let line =
            format!("match breakthrough --p1 random --p2 random --games 2 --queue {address}");
        check_cannot_run(&words(&line), expected);
    };
    check("nats://192.0.2.1", "the queue at 192.0.2.1:4222 is on another machine: it needs");
    check("nats://127.0.0.1:9", "no NATS server answers at 127.0.0.1:9 (");
    check("127.0.0.1", "is no address of a queue");
    let foreign = "match --referee false --p1 cmd:false --p2 cmd:false --games 2 --queue";
    let machines = Machines::start();
    let line = format!("{foreign} {}", machines.address());
    let output = support::cg(&words(&line));
    assert_eq!(output.status.code(), Some(2));
    assert!(notes_of(&output).contains("a foreign referee judges on this machine only"));
}
