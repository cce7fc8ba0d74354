//! Matches of the workspace's own bots, of its earlier commits, and of other people's files.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tests::{root, run, text, tool};

/// Runs `cg` in the workspace. What it plays is kept in a store of its own.
fn cg(line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    let mut command = Command::new(tool("cg"));
    run(command.args(line.split(' ')).arg("--store").arg(store).current_dir(root()), "")
}

#[track_caller]
fn stdout_of(line: &str) -> String {
    let output = cg(line);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout).to_owned()
}

#[test]
fn the_bot_beats_random_moves_without_a_fault() {
    let printed =
        stdout_of("match breakthrough --p1 bot --p2 random --games 4 --nodes 500 --seed 1");
    let line = |name: &str| {
        let line = printed.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("no line `{name}` in {printed}"))
    };
    assert!(line("p1 scores").contains("100.0 %"), "{printed}");
    assert!(line("p1 scores").ends_with("+4 =0 -0"), "{printed}");
    for player in ["p1 answers", "p2 answers"] {
        assert!(line(player).ends_with("; 0 overruns, 0 illegal, 0 crashes"), "{printed}");
    }
    // What the bot says of its search is understood.
    assert!(line("p1 answers").contains(", depth "), "{printed}");
}

#[test]
fn a_match_bound_by_nodes_can_be_played_again() {
    let line = "match breakthrough --p1 bot --p2 bundle --nodes 1000 --games 4 --seed 2 --json";
    let play = || {
        let mut object: Value = serde_json::from_str(&stdout_of(line)).unwrap();
        for player in object["players"].as_array_mut().unwrap() {
            let measured = |key: &str| key.ends_with("_ms") || key == "peak_memory";
            player.as_object_mut().unwrap().retain(|key, _| !measured(key));
        }
        object
    };
    let object = play();
    assert_eq!(object["games"], 4);
    for (player, name) in object["players"].as_array().unwrap().iter().zip(["bot", "bundle"]) {
        assert_eq!(player["player"], name);
        assert!(player["answers"].as_u64().unwrap() > 20, "{object}");
        for fault in ["overruns", "illegal", "crashes", "left_opening"] {
            assert_eq!(player[fault], json!(0), "{fault} {object}");
        }
    }
    assert_eq!(play(), object);
}

#[test]
fn two_commits_of_the_repository_are_built_and_play() {
    let output = cg(
        "sprt breakthrough --base HEAD --test commit:HEAD --nodes 100 --games 2 --seed 1 --json",
    );
    // Two games decide nothing.
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let object: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    let names = object["players"].as_array().unwrap().iter().map(|player| &player["player"]);
    let names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
    assert!(names[0].starts_with("HEAD (") && names[1].starts_with("HEAD ("), "{names:?}");
    assert_ne!(names[0], names[1]);
    for player in object["players"].as_array().unwrap() {
        let faults = ["overruns", "illegal", "crashes", "left_opening"].map(|fault| &player[fault]);
        assert_eq!(faults, [&json!(0); 4], "{object}");
    }
    let output = cg("sprt breakthrough --base no-such-branch --test bot");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("no commit is called `no-such-branch` either"), "{message}");
}

/// A bot of another author: it plays the last listed move, and does not care for warnings.
const LAST_MOVE: &str = r#"
use std::io::*;
fn line() -> String {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap() == 0 { std::process::exit(0) }
    line.trim().to_string()
}
fn main() {
    let unused = 1;
    loop {
        line();
        let n: usize = line().parse().unwrap();
        let moves: Vec<String> = (0..n).map(|_| line()).collect();
        println!("{} said {}", moves[n - 1], rand::random_range(0..1));
    }
}
"#;

fn write_bot(folder: &Path, source: &str) -> PathBuf {
    let path = folder.join("rival.rs");
    fs::write(&path, source).unwrap();
    path
}

#[test]
fn any_file_of_rust_is_a_player() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_bot(folder.path(), LAST_MOVE);
    let name = path.to_str().unwrap();
    for player in [name.to_owned(), format!("rs:{name}")] {
        // Enough time for any machine.
        let p1 = format!("time=60000,{player}");
        let line = format!("match breakthrough --p1 {p1} --p2 random --games 4 --json");
        let object: Value = serde_json::from_str(&stdout_of(&line)).unwrap();
        assert_eq!(object["players"][0]["crashes"], 0, "{object}");
        assert_eq!(object["pairings"][0]["terminations"].as_object().unwrap().len(), 1);
    }
    let league = format!(
        "league breakthrough {} --with random --games 4 --json",
        folder.path().to_str().unwrap()
    );
    let object: Value = serde_json::from_str(&stdout_of(&league)).unwrap();
    let names: Vec<&Value> =
        object["players"].as_array().unwrap().iter().map(|player| &player["player"]).collect();
    assert!(names.contains(&&json!("rival")), "{object}");
}

#[test]
fn a_file_that_does_not_compile_is_told_before_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_bot(folder.path(), "fn main() { nonsense }");
    let output =
        cg(&format!("match breakthrough --p1 {} --p2 random --games 2", path.to_str().unwrap()));
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("rival.rs` cannot play"), "{message}");
    assert!(message.contains("cannot find value `nonsense`"), "{message}");
}

#[test]
fn a_file_has_only_the_crates_that_the_judge_of_its_game_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_bot(folder.path(), "fn main() { rand::random_range(0..1); }");
    let check = |game: &str, code: i32, expected: &str| {
        let line = format!("match {game} --p1 {} --p2 random --games 2", path.to_str().unwrap());
        let output = cg(&line);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    check("breakthrough", 0, "");
    check("lamistra", 2, "rival.rs` cannot play");
    check("lamistra", 2, "`rand`");
}
