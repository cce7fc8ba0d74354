//! Command-line tests of `train` and `learn`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeMap;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use distributed::{ShardContent, file_of};
use queue::{Address, Announcement, PlanId, Queue, Server, ServerOptions, Workplace};
use registry::{game, match_openings, tunable_game};
use serde_json::Value;
use stats::PairScores;
use tempfile::TempDir;
use trainer::{Duel, Effort, Evaluator, Shard, ShardFolder, Watch};

/// Runs the program outside the workspace.
fn learner(line: &str) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_learner"))
        .args(line.split(' '))
        .current_dir(std::env::temp_dir())
        .output();
    program.unwrap()
}

#[track_caller]
fn stdout_of(line: &str) -> String {
    let output = learner(line);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a command exits with code 2 and prints one line with `expected` to standard error.
#[track_caller]
fn check_cannot_run(line: &str, expected: &str) {
    let output = learner(line);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(expected), "{message}");
    assert!(output.stdout.is_empty());
}

fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Plays a shard of Breakthrough into a folder.
fn play_into(folder: &str, evaluator: &Evaluator, games: u32) {
    let shard = Shard {
        game: "breakthrough".to_owned(),
        evaluator: evaluator.identity(),
        nodes: 40,
        opening_plies: Shard::OPENING_PLIES,
        seed: 1,
        games,
        labels: None,
    };
    let tunable_game = tunable_game("breakthrough").unwrap();
    let folder = ShardFolder::new(Path::new(folder));
    assert_eq!(folder.play_missing(tunable_game, evaluator, &[shard], &Watch::NONE).unwrap(), 1);
}

/// Checks that a network learns from games with new scores, and that its source says whose.
fn check_relabelled(games: &str, relabelled: &str, games_line: &str) {
    let (from, to) = (ShardFolder::new(Path::new(games)), ShardFolder::new(Path::new(relabelled)));
    let (game, shards) = (tunable_game("breakthrough").unwrap(), from.shards().unwrap());
    let done = to.relabel_missing(game, &Evaluator::Material, 50, &shards, &Watch::NONE);
    assert_eq!(done.unwrap(), 1);
    let trained = format!("{relabelled}/trained");
    let options = "--hidden 8 --epochs 1 --batch 256";
    stdout_of(&format!("train breakthrough {relabelled} {options} -o {trained}"));
    let source = fs::read_to_string(format!("{trained}/network.rs")).unwrap();
    let expected = games_line.replace(".\n", ", scores by material, 50 nodes a position.\n");
    assert!(source.contains(&expected), "{source}");
}

/// Checks that a training starts with each file of the network of another one, and that its text
/// gets shorter in fewer steps.
fn check_fine_tuning(games: &str, trained: &str) {
    let text = |folder: &str| fs::read_to_string(format!("{folder}/network.txt")).unwrap();
    let train = format!("train breakthrough {games} --epochs 1 --batch 256");
    let coarse = "--steps 8 --quantisation-aware";
    for name in ["network.f32", "network.txt", "network.rs"] {
        let tuned = format!("{trained}-{name}");
        stdout_of(&format!("{train} {coarse} --hidden 16 --from {trained}/{name} -o {tuned}"));
        assert!(2 * text(&tuned).len() < text(trained).len(), "{name}");
    }
    let from = |name: &str| format!("{train} --from {trained}/{name} -o {trained}-refused");
    // After the line with the numbers of samples.
    let wider = learner(&from("network.f32"));
    let errors = String::from_utf8(wider.stderr).unwrap();
    let expected = "choose its number of neurons by --hidden, or another network\n";
    assert!(wider.status.code() == Some(2) && errors.ends_with(expected), "{errors}");
    check_cannot_run(&from("checkpoint"), "checkpoint: ");
    check_cannot_run(&from("none"), "none: ");
}

/// Returns the contents of all files of a folder by name.
fn files_in(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (name_of(&path), fs::read(path).unwrap())).collect()
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| name_of(&entry.unwrap().path())).collect();
    names.sort();
    names
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_network_is_trained_on_games_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (games, trained) = (path_in(&folder, "games"), path_in(&folder, "trained"));
    play_into(&games, &Evaluator::Hand, 120);
    let options = "--hidden 16 --epochs 2 --batch 256 --json";
    let train = format!("train breakthrough {games} {options} -o {trained}");
    let object: Value = serde_json::from_str(&stdout_of(&train)).unwrap();
    assert!(object["positions"].as_u64().unwrap() > 500, "{object}");
    assert!(object["validation_loss"].as_f64().unwrap() < 1.0, "{object}");
    assert_eq!(
        names_in(&trained),
        ["checkpoint", "loss.svg", "network.f32", "network.rs", "network.txt"]
    );
    let source = fs::read_to_string(format!("{trained}/network.rs")).unwrap();
    let games_line =
        "//! Games: 120 by hand, 40 nodes a move, 4 to 10 random plies, 1 shards, seeds 1 to 1.\n";
    assert!(source.contains(games_line), "{source}");
    let before = files_in(&trained);
    stdout_of(&train);
    assert_eq!(files_in(&trained), before);
    check_fine_tuning(&games, &trained);
    check_relabelled(&games, &path_in(&folder, "relabelled"), games_line);
    let network = Evaluator::find(&format!("{trained}/network.txt")).unwrap();
    let players = [(&network).into(), (&Evaluator::Nothing).into()];
    let duel = Duel { players, effort: Effort::Nodes(30), seed: 1 };
    let openings = match_openings(game("breakthrough").unwrap(), 4, 1);
    let tunable_game = tunable_game("breakthrough").unwrap();
    let scores = duel.play(tunable_game, &openings, PairScores::default(), 4, |_| false).unwrap();
    assert_eq!(scores.pairs(), 4);
    // Its games can be training data again.
    play_into(&games, &network, 5);
    assert_eq!(names_in(&games).len(), 2);
}

#[test]
fn a_run_of_generations_writes_a_table_a_chart_and_its_state() {
    let folder = tempfile::tempdir().unwrap();
    let run = path_in(&folder, "run");
    let quick = "learn breakthrough --hours 0.0005 --games 120 --hidden 16 -o";
    let learn = format!("{quick} {run} --nodes 30");
    let output = learner(&learn);
    // A network may pass or not after so few games.
    assert!([Some(0), Some(1)].contains(&output.status.code()), "{output:?}");
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(printed.contains("games by") && printed.contains("\n1  nothing "), "{printed}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("generation 1"));
    assert_eq!(names_in(&run), ["data", "generation-01", "state.json", "strength.svg"]);
    // The time is over: the second run does nothing.
    let again = learner(&learn);
    assert_eq!(again.status.code(), output.status.code());
    assert_eq!(String::from_utf8(again.stdout).unwrap(), printed);
    check_cannot_run(&format!("{quick} {run} --nodes 31"), "holds a run with other options");
}

/// Plays the shards of a queue until `end` is set.
fn work(queue: &Queue, end: &AtomicBool) {
    let (mut workplace, mut engine) = (Workplace::new(queue, "worker"), None);
    while !end.load(Ordering::Relaxed) {
        let accept = &mut |_: &PlanId, announcement: &Announcement| {
            let content: ShardContent =
                serde_json::from_value(announcement.content.clone()).unwrap();
            engine = Some(content.engine(queue).unwrap());
            Ok(())
        };
        workplace.refresh(accept).unwrap();
        while let Ok(Some(unit)) = workplace.pull(Duration::from_millis(50)) {
            let (game, evaluator) = engine.as_ref().unwrap();
            let shard: Shard = serde_json::from_slice(&unit.content).unwrap();
            let file = file_of(*game, evaluator, &shard, &|| false).unwrap().unwrap();
            unit.finish(&file, &|| false);
        }
    }
}

#[test]
fn a_run_on_a_queue_has_the_shards_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Server::start(&ServerOptions {
        folder: folder.path().join("queue"),
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port,
        token_file: None,
        tls: None,
    });
    let (_server, address) = (server.unwrap(), format!("nats://127.0.0.1:{port}"));
    let parsed = Address::parse(&address).unwrap();
    let queue = Queue::connect(&parsed, "test", Arc::new(|_| {})).unwrap();
    let run = path_in(&folder, "run");
    let quick = "learn breakthrough --hours 0.0005 --games 40 --hidden 16 --nodes 30";
    let end = AtomicBool::new(false);
    let output = thread::scope(|scope| {
        scope.spawn(|| work(&queue, &end));
        let output = learner(&format!("{quick} -o {run} --queue {address} --double-play 1"));
        end.store(true, Ordering::Relaxed);
        output
    });
    assert!([Some(0), Some(1)].contains(&output.status.code()), "{output:?}");
    let (queued, alone) = (format!("{run}/data"), path_in(&folder, "alone"));
    let shards = ShardFolder::new(Path::new(&queued)).shards().unwrap();
    let shards: Vec<Shard> = shards.into_iter().map(|(shard, _)| shard).collect();
    let game = tunable_game("breakthrough").unwrap();
    let played = ShardFolder::new(Path::new(&alone));
    played.play_missing(game, &Evaluator::Nothing, &shards, &Watch::NONE).unwrap();
    assert!(!shards.is_empty());
    assert_eq!(files_in(&queued), files_in(&alone));
    let state = fs::read_to_string(format!("{run}/state.json")).unwrap();
    let state: Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["generations"][0]["shards"], shards.len());
}

#[test]
fn commands_that_cannot_run_print_one_line() {
    check_cannot_run("train stratego", "stratego does not have an evaluation by a network");
    check_cannot_run("learn chess --hours 1", "no game is called `chess`");
    #[cfg(not(feature = "cuda"))]
    check_cannot_run("train breakthrough --device cuda", "built without `cuda`");
    #[cfg(not(feature = "wgpu"))]
    check_cannot_run("learn jungle --hours 1 --device wgpu", "built without `wgpu`");
    let folder = tempfile::tempdir().unwrap();
    let none = path_in(&folder, "none");
    let train = format!("train breakthrough {none} -o {}", path_in(&folder, "trained"));
    check_cannot_run(&train, "cannot be read");
    fs::create_dir(&none).unwrap();
    check_cannot_run(&train, "holds no games: play some by `cargo cg selfplay`");
    check_cannot_run(
        &format!("learn breakthrough --hours 1 --from present -o {none}"),
        "run this inside the workspace",
    );
}

#[test]
fn a_scaling_curve_is_drawn_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (games, output) = (path_in(&folder, "games"), path_in(&folder, "curve"));
    play_into(&games, &Evaluator::Hand, 120);
    let options = "--opponent hand --passes 1,2 --seeds 1 --hidden 16 --games 4 --nodes 40";
    let line = format!("scaling breakthrough {games} {options} --json -o {output}");
    let first: Value = serde_json::from_str(&stdout_of(&format!("{line} --shares 50"))).unwrap();
    let points = first["curve"]["points"].as_array().unwrap();
    let samples: Vec<u64> = points.iter().map(|point| point["samples"].as_u64().unwrap()).collect();
    // Two passes over all games are four over half of them.
    assert_eq!(samples[1], 2 * samples[0], "{first}");
    assert_eq!(samples[0], 2 * points[0]["positions"].as_u64().unwrap(), "{first}");
    let chart = fs::read_to_string(format!("{output}/scaling.svg")).unwrap();
    assert!(chart.contains("50 %"), "{chart}");
    // Points that are known are kept, and further ones are added.
    let network = format!("{output}/share-050-passes-001-seed-01/network.txt");
    fs::write(&network, "changed").unwrap();
    let both = stdout_of(&format!("{line} --shares 50,100"));
    let both: Value = serde_json::from_str(&both).unwrap();
    let all = both["curve"]["points"].as_array().unwrap();
    assert_eq!((all.len(), &all[..2]), (4, &points[..]));
    assert_eq!(fs::read_to_string(&network).unwrap(), "changed");
    let other = line.replace("--nodes 40", "--nodes 50");
    check_cannot_run(&other, "holds a run with other options");
    check_cannot_run(&line.replace("hand", "/nonexistent"), "/nonexistent");
}
