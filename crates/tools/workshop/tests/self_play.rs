//! Tests of the commands `selfplay`, `relabel`, `duel`, `tune search` and `promote`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use nn::{FINEST_STEPS, Parameters, Shape};
use serde_json::Value;
use support::{cg, check_cannot_run, in_folder, interrupted, json_of, notes_of, stdout_of, words};
use trainer::{encode_network, network_source, read_shard};

fn selfplay<'a>(shards: &'a str, output: &'a str) -> Vec<&'a str> {
    let mut arguments = words("selfplay breakthrough --nodes 40 --games 30 --shards");
    arguments.extend([shards, "-o", output, "--json"]);
    arguments
}

/// Returns the contents of all files of a folder by name, without the temporary files of a killed
/// run.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    // Files that are being written have names that start with a dot.
    let whole = names.filter(|name| !name.starts_with('.'));
    whole.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn killed_self_play_resumes_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let ((whole, whole_text), (parts, parts_text)) =
        (in_folder(&folder, "whole"), in_folder(&folder, "parts"));
    let object = json_of(&selfplay("6", &whole_text));
    assert_eq!((&object["shards"], &object["games"]), (&6.into(), &180.into()));
    // More shards than the run can play before it is killed.
    let mut killed = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(selfplay("100000", &parts_text))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !parts.is_dir() || files_in(&parts).len() < 2 {
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = files_in(&parts);
    json_of(&selfplay("6", &parts_text));
    let after = files_in(&parts);
    assert!(before.iter().all(|(name, bytes)| after[name] == *bytes));
    for (name, bytes) in files_in(&whole) {
        assert_eq!(after[&name], bytes, "{name}");
    }
}

#[test]
fn interrupted_self_play_prints_the_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let line = "selfplay breakthrough --shards 1000000 --games 1 --nodes 5 --json -o";
    let playing = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(line.split(' '))
        .arg(name)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The check of the folder writes a file too, before Ctrl-C is handled: wait for a shard.
    while files_in(folder.path()).is_empty() {
        std::thread::yield_now();
    }
    let output = interrupted(playing);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!((0..1_000_000).contains(&object["games"].as_u64().unwrap()), "{object}");
    assert_eq!(object["first_player"].is_null(), object["games"] == 0);
}

#[test]
fn games_start_with_so_many_random_plies() {
    let folder = tempfile::tempdir().unwrap();
    let (played, games) = in_folder(&folder, "games");
    let selfplay = format!("selfplay jungle --nodes 2 --games 40 --shards 1 -o {games}");
    stdout_of(&words(&format!("{selfplay} --opening-plies 20-30")));
    let name = files_in(&played).into_keys().next().unwrap();
    let (shard, played) = read_shard(&played.join(name)).unwrap();
    assert_eq!(shard.opening_plies, (20, 30));
    let openings: BTreeSet<u8> = played.iter().map(|game| game.opening).collect();
    assert!(openings.len() > 5 && openings.iter().all(|plies| (20..=30).contains(plies)));
    // The name of a shard does not tell its openings.
    check_cannot_run(&words(&selfplay), "holds games with other options");
}

#[test]
fn relabelling_writes_the_same_games_to_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let ((played, games), (labelled, scores)) =
        (in_folder(&folder, "games"), in_folder(&folder, "scores"));
    let before = json_of(&selfplay("2", &games));
    let files = files_in(&played);
    let relabel = format!("relabel breakthrough {games} --evaluator material --nodes 20 --json -o");
    let object = json_of(&words(&format!("{relabel} {scores}")));
    for name in ["shards", "games", "positions", "first_player"] {
        assert_eq!(object[name], before[name], "{name}");
    }
    let relabelled = files_in(&labelled);
    assert_eq!(files_in(&played), files);
    assert_eq!(relabelled.len(), 2);
    assert!(relabelled.keys().all(|name| !files.contains_key(name)));
    // Again it has nothing to do.
    assert_eq!(json_of(&words(&format!("{relabel} {scores}"))), object);
    assert_eq!(files_in(&labelled), relabelled);
    let same = format!("{relabel} {games}/.");
    check_cannot_run(&words(&same), "holds the shards: name another folder by -o");
    let none = format!("relabel breakthrough {games}/none --evaluator hand -o {scores}");
    check_cannot_run(&words(&none), "/none cannot be read or written");
    let other = format!("relabel jungle {games} --evaluator hand -o {scores}");
    check_cannot_run(&words(&other), "holds games of breakthrough, not of jungle");
}

#[test]
fn a_duel_is_reproducible_and_can_be_timed() {
    let duel = words("duel breakthrough --p1 hand --p2 nothing --nodes 30 --games 8 --json");
    let object = json_of(&duel);
    assert_eq!(object["games"], 8);
    assert!(object["score"].as_f64().unwrap() > 0.5, "{object}");
    assert_eq!(json_of(&duel), object);
    let told = stdout_of(&words("duel jungle --p1 hand --p2 hand --nodes 5 --games 2"));
    assert!(told.starts_with("2 games, 5 nodes, seed 1\n"), "{told}");
    let told = stdout_of(&words("duel stratego --p1 hand --p2 hand --nodes 1 --games 2"));
    assert!(told.starts_with("2 games, 1 nodes, seed 1\np1 50.0 %"), "{told}");
    let timed = "duel breakthrough --p1 hand --p2 nothing --time 2 --games 2";
    let told = stdout_of(&words(timed));
    assert!(told.starts_with("2 games, 2 ms, seed 1\n"), "{told}");
}

#[test]
fn a_duel_ends_when_the_sprt_has_decided() {
    let duel = "duel breakthrough --nodes 30 --games 10000 --sprt 0 100";
    let stronger = cg(&words(&format!("{duel} --p1 hand --p2 nothing --json")));
    assert_eq!(stronger.status.code(), Some(0), "{stronger:?}");
    let object: Value = serde_json::from_slice(&stronger.stdout).unwrap();
    assert_eq!(object["verdict"], "elo1");
    assert!(object["games"].as_u64().unwrap() < 1000, "{object}");
    let weaker = cg(&words(&format!("{duel} --p1 nothing --p2 hand")));
    assert_eq!(weaker.status.code(), Some(1), "{weaker:?}");
    let told = String::from_utf8(weaker.stdout).unwrap();
    let llr = told.split_once("SPRT [+0, +100]: LLR ").and_then(|(_, line)| line.split_once(' '));
    let (llr, rest) = llr.unwrap_or_else(|| panic!("{told}"));
    assert!(llr.parse::<f64>().unwrap() <= -2.94, "{told}");
    assert_eq!(rest, "(-2.94 .. +2.94), H0 accepted, p1 is not stronger\n");
}

#[test]
fn search_parameters_of_a_duel_change_its_games() {
    // The score of equal players depends on their move order, so the test compares two duels.
    let handicap = "--p2-set move_count_depth=12 --p2-set move_count_base=1";
    let plain = "duel breakthrough --p1 hand --p2 hand --nodes 300 --games 60 --json";
    let equal = json_of(&words(plain));
    let handicapped = json_of(&words(&format!("{plain} {handicap}")));
    assert_ne!(handicapped["pairs"], equal["pairs"], "{handicapped}");
    check_cannot_run(
        &words("duel jungle --p1 hand --p2 hand --p1-set razoring_depth=7"),
        "the tunable `razoring_depth` takes values from 0 to 6, not 7",
    );
    check_cannot_run(
        &words("duel stratego --p1 hand --p2 material"),
        "stratego supports only the evaluator `hand`",
    );
    check_cannot_run(
        &words("tune jungle search --tunables no_such"),
        "the search has no tunable `no_such`",
    );
    check_cannot_run(
        &words("tune jungle search --tunables history_bonus,razoring_margin,history_bonus"),
        "the tunable `history_bonus` is named twice",
    );
}

/// Network of the Breakthrough bot, and a network whose weights are all zero.
struct Networks {
    good: String,
    blank: String,
}

impl Networks {
    fn new() -> Networks {
        let path = "../../games/breakthrough/src/network.rs";
        let good = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let good = fs::read_to_string(good).unwrap();
        let shape = Shape { inputs: 96, hidden: 16, buckets: 8 };
        let blank = encode_network(&Parameters::zeros(shape), FINEST_STEPS).unwrap();
        let blank = network_source(&blank, &["Made of nothing.".to_owned()]).unwrap();
        Networks { good, blank }
    }
}

/// Runs `cargo cg promote breakthrough` in an empty workspace whose bot has the network `present`,
/// or none. Returns the output and the network of the bot after the run.
fn promote(present: Option<&str>, source: &str, more: &str) -> (Output, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("crates/games/breakthrough/src/network.rs");
    fs::create_dir_all(bot.parent().unwrap()).unwrap();
    fs::write(folder.path().join("Cargo.toml"), "[workspace]\n").unwrap();
    if let Some(present) = present {
        fs::write(&bot, present).unwrap();
    }
    fs::write(folder.path().join("trained.rs"), source).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(words("promote breakthrough trained.rs --time 1"))
        .args(more.split_whitespace())
        .current_dir(folder.path())
        .output();
    (output.unwrap(), fs::read_to_string(&bot).ok())
}

#[test]
fn a_network_is_promoted_if_it_is_stronger_and_only_then() {
    let Networks { good, blank } = Networks::new();
    let (output, written) = promote(Some(&blank), &good, "--sprt 0 100");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("\nSPRT [+0, +100]: LLR +"), "{told}");
    assert!(told.contains(" (-2.94 .. +2.94), H1 accepted, p1 is stronger\nwritten to "), "{told}");
    let written = written.unwrap();
    let new_lines = written.lines().filter(|line| !good.contains(line)).collect::<Vec<_>>();
    assert_eq!((new_lines.len(), written.lines().count()), (1, good.lines().count() + 1));
    assert!(new_lines[0].starts_with("//! Match with network_"), "{new_lines:?}");
    assert!(new_lines[0].contains(" games, 1 ms a move, seed 1, "), "{new_lines:?}");

    let (output, written) = promote(Some(&good), &blank, "--sprt 0 100 --json");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["verdict"], &object["written"]), (&"elo0".into(), &Value::Null));
    assert_eq!(written, Some(good.clone()));

    // Too few games for a decision of the SPRT.
    let (output, written) = promote(Some(&blank), &good, "--games 2");
    assert_eq!((output.status.code(), written), (Some(1), Some(blank.clone())));
    // A bot without a network plays with its hand-crafted evaluation.
    let (output, written) = promote(None, &blank, "--games 2");
    assert_eq!((output.status.code(), written), (Some(1), None));
}

#[test]
fn a_promotion_needs_two_networks() {
    let Networks { good, .. } = Networks::new();
    let check = |source: &str, expected: &str| {
        let (output, written) = promote(Some(&good), source, "");
        let message = notes_of(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
        assert_eq!(written, Some(good.clone()));
    };
    check("//! Nothing.\n", "trained.rs holds no network: give the network.rs of a training run");
    check(&good, "the bot has it already");
    check_cannot_run(&["promote", "stratego"], "stratego does not have tunable weights");
}

#[test]
fn errors_of_the_commands_have_one_line() {
    check_cannot_run(&["selfplay", "chess"], "no game is called `chess`");
    let mut duel = words("duel breakthrough --p1 hand --p2");
    duel.push("no-such-file");
    check_cannot_run(&duel, "the evaluators are: hand, nothing, material");
    check_cannot_run(
        &words("duel jungle --p1 hand --p2 material --games 2"),
        "jungle has no evaluation by material",
    );
}

#[test]
fn commands_of_other_programs_are_errors() {
    for command in [&["train", "jungle"][..], &["serve"], &["bundle", "jungle"]] {
        check_cannot_run(command, "another program has this command: use `cargo cg`");
    }
}
