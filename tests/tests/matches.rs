//! Matches of the workspace's bots, of earlier commits, and of source files of other authors.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tests::{copy_workspace, metadata, root, run, text, tool, unless_unchanged};

/// Runs `cg` in the workspace, with a temporary store. The programs of the players are kept in the
/// build directory instead of the user's data folder.
fn cg(line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    let mut command = Command::new(tool("workshop"));
    command
        .args(line.split(' '))
        .arg("--store")
        .arg(store)
        .env("CG_DATA", metadata().target_directory.join("test-data"))
        .current_dir(root());
    run(&mut command, "")
}

#[track_caller]
fn stdout_of(line: &str) -> String {
    let output = cg(line);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout).to_owned()
}

/// Runs a check that plays Breakthrough alone, unless `cargo cg test` has seen it pass with the
/// same files. Code of other games in the programs that play does not matter to it.
fn check_once(name: &str, check: impl FnOnce()) {
    let breakthrough = registry::game("breakthrough").unwrap();
    let more = ["bundler", "crates/tools", "tests/tests/matches.rs"];
    unless_unchanged(name, breakthrough, &more, check);
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
    // The arena parses the search information in the bot's message.
    assert!(line("p1 answers").contains(", depth "), "{printed}");
}

#[test]
fn a_match_with_a_node_limit_is_reproducible() {
    check_once("reproducible-match", || {
        let play = |line: &str| {
            let mut object: Value =
                serde_json::from_str(&stdout_of(&format!("{line} --json"))).unwrap();
            for player in object["players"].as_array_mut().unwrap() {
                let measured = |key: &str| key.ends_with("_ms") || key == "peak_memory";
                player.as_object_mut().unwrap().retain(|key, _| !measured(key));
            }
            object
        };
        let line = "match breakthrough --p1 bot --p2 bundle --nodes 1000 --games 4 --seed 2";
        let object = play(line);
        assert_eq!(object["games"], 4);
        for (player, name) in object["players"].as_array().unwrap().iter().zip(["bot", "bundle"]) {
            assert_eq!(player["player"], name);
            assert!(player["answers"].as_u64().unwrap() > 20, "{object}");
            for fault in ["overruns", "illegal", "crashes", "left_opening"] {
                assert_eq!(player[fault], json!(0), "{fault} {object}");
            }
        }
        // The bot plays like its bundle, which takes longer to make.
        let again = play(&line.replace("bundle", "bot")).to_string();
        assert_eq!(again.replace("bot (2)", "bundle"), object.to_string());
    });
}

/// Creates a copy of the workspace with two commits that differ in a parameter of the search.
fn two_commits(clone: &Path) {
    copy_workspace(clone);
    let git = |line: &str| {
        let author = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
        let output =
            run(Command::new("git").args(author).args(line.split(' ')).current_dir(clone), "");
        assert!(output.status.success(), "{output:?}");
    };
    git("init --quiet --initial-branch main");
    git("add --all");
    git("commit --quiet --message First");
    let path = clone.join("crates/engine/search/src/params.rs");
    let source = fs::read_to_string(&path).unwrap();
    let changed = source.replace("move_count_base: 4,", "move_count_base: 8,");
    assert_ne!(changed, source);
    fs::write(path, changed).unwrap();
    git("commit --quiet --all --message Second");
}

#[test]
fn two_commits_of_the_repository_are_built_and_play() {
    check_once("two-commits", || {
        let clone = tempfile::tempdir().unwrap();
        two_commits(clone.path());
        let line =
            "sprt breakthrough --base HEAD~1 --test HEAD --nodes 100 --games 2 --seed 1 --json";
        let mut sprt = Command::new(tool("workshop"));
        sprt.args(line.split(' ')).current_dir(&clone);
        sprt.env_remove("CARGO_TARGET_DIR").env_remove("CG_DATA");
        let output = run(&mut sprt, "");
        // The SPRT does not decide after two games.
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let object: Value = serde_json::from_str(text(&output.stdout)).unwrap();
        let names = object["players"].as_array().unwrap().iter().map(|player| &player["player"]);
        let names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
        assert!(names[0].starts_with("HEAD (") && names[1].starts_with("HEAD~1 ("), "{names:?}");
        for player in object["players"].as_array().unwrap() {
            let faults =
                ["overruns", "illegal", "crashes", "left_opening"].map(|fault| &player[fault]);
            assert_eq!(faults, [&json!(0); 4], "{object}");
        }
        // The programs of the two players are built from different sources.
        let programs = fs::read_dir(clone.path().join(".cg/players")).unwrap();
        let signature = |program: PathBuf| {
            let printed = run(Command::new(program).arg("bench"), "").stdout;
            text(&printed).lines().find(|line| line.starts_with("Bench: ")).unwrap().to_owned()
        };
        let signatures: BTreeSet<String> =
            programs.map(|file| signature(file.unwrap().path())).collect();
        assert_eq!(signatures.len(), 2, "{signatures:?}");
    });
}

#[test]
fn a_commit_that_does_not_exist_is_an_error() {
    let output = cg("sprt breakthrough --base no-such-branch --test bot");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("there is no git revision `no-such-branch`"), "{message}");
}

/// Bot of another author: it plays the last move of the list, and compiles with warnings.
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
fn any_rust_source_file_is_a_player() {
    check_once("source-file", || {
        let folder = tempfile::tempdir().unwrap();
        let path = write_bot(folder.path(), LAST_MOVE);
        let name = path.to_str().unwrap();
        for player in [name.to_owned(), format!("rs:{name}")] {
            // The time suffices on any machine.
            let p1 = format!("time=60000,{player}");
            let line =
                format!("match breakthrough --p1 {p1} --p2 random --games 4 --seed 1 --json");
            let object: Value = serde_json::from_str(&stdout_of(&line)).unwrap();
            for fault in ["overruns", "illegal", "crashes", "left_opening"] {
                assert_eq!(object["players"][0][fault], 0, "{object}");
            }
        }
        let league = format!(
            "league breakthrough {} --with random --games 4 --json",
            folder.path().to_str().unwrap()
        );
        let object: Value = serde_json::from_str(&stdout_of(&league)).unwrap();
        let names: Vec<&Value> =
            object["players"].as_array().unwrap().iter().map(|player| &player["player"]).collect();
        assert!(names.contains(&&json!("rival")), "{object}");
    });
}

#[test]
fn a_file_that_does_not_compile_is_an_error_before_the_match() {
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
fn a_file_can_use_only_the_crates_of_the_judge_of_its_game() {
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
