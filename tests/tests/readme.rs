//! Every command of the README does what it says.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::read_to_string;
use std::process::Command;

use tests::{metadata, root, run, text, tool, tracked_files};

/// Commands that are not run here, and what vouches for them.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo test", "it is running"),
    ("cargo cg serve", "serves until it is stopped; the tests of the board room ask such a server"),
    ("rustup toolchain install 1.90.0", "the tests of bundles.rs fail where it was not run"),
    (
        "cargo cg match breakthrough --p1 bot --p2 time=1000,uci:fairy-stockfish --games 50",
        "needs that engine; the arena's uci_engines.rs plays against one of its own",
    ),
];

/// Returns the commands in the blocks of a document that are marked as `sh`, those that go on in
/// the next line as one.
fn commands(document: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut block = None;
    let mut goes_on = false;
    for line in document.lines().map(str::trim) {
        if let Some(language) = line.strip_prefix("```") {
            block = match block {
                None => Some(language.to_owned()),
                Some(_) => None,
            };
            continue;
        }
        if block.as_deref() != Some("sh") || line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (part, continued) = match line.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (line, false),
        };
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => command.push_str(part),
            None => commands.push(part.to_owned()),
        }
        goes_on = continued;
    }
    commands
}

/// Returns the words of a `cargo cg` command up to where the shell passes on to something else.
fn words_of_cg(command: &str) -> Option<Vec<String>> {
    let words = shlex::split(command.strip_prefix("cargo cg ")?)?;
    let end = words.iter().position(|word| ["|", "||", "&&", ">", ";", "#"].contains(&&**word));
    Some(words[..end.unwrap_or(words.len())].to_vec())
}

/// Makes a command of the README one that takes seconds: two games, few nodes. What it plays is kept
/// aside, not among the reader's games.
fn shortened(command: &str, written: &str) -> String {
    if command.starts_with("cargo cg learn ") {
        return command.replace("--hours 0.2", "--hours 0.002 --nodes 50 --games 200");
    }
    let keeps = ["match", "sprt", "tournament", "export", "history", "report"];
    let is_kept = keeps.iter().any(|name| command.starts_with(&format!("cargo cg {name} ")))
        || command == "cargo cg history";
    let store = if is_kept { format!(" --store {written}/arena.db") } else { String::new() };
    let plays = ["match", "sprt", "tournament", "league"];
    if !plays.iter().any(|name| command.starts_with(&format!("cargo cg {name} "))) {
        return format!("{command}{store}");
    }
    let nodes = if command.contains("--nodes ") { "" } else { " --nodes 500" };
    match command.split_once("--games ") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}--games 2{rest}{nodes}{store}")
        }
        None if command.contains("--resume") => format!("{command}{store}"),
        None => format!("{command} --games 2{nodes}{store}"),
    }
}

/// Turns the files that a command of the README writes aside into `written`: nothing that a reader
/// keeps may be lost. The bots themselves are where cargo puts them.
fn redirected(command: &str, target: &str, written: &str) -> String {
    let mut parts = command.split("target/");
    let mut redirected = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let folder = if part.starts_with("release/") { target } else { written };
        redirected.push_str(&format!("{folder}/{part}"));
    }
    redirected
}

#[test]
fn every_command_of_the_readme_runs() {
    let written = tempfile::tempdir().unwrap();
    let (written, target) = (written.path().to_str().unwrap(), metadata().target_directory);
    let commands = commands(&read_to_string(root().join("README.md")).unwrap());
    assert!(commands.len() > 10, "{commands:?}");
    for (command, reason) in NOT_RUN {
        assert!(commands.iter().any(|known| known == command), "{command} ({reason}) is gone");
    }
    for command in &commands {
        if NOT_RUN.iter().any(|(known, _)| known == command) {
            continue;
        }
        let line = redirected(&shortened(command, written), target.as_str(), written);
        let output = run(Command::new("sh").args(["-c", &line]).current_dir(root()), "");
        // Two games decide no sequential test, which is an answer as well.
        let has_test =
            ["cargo cg sprt ", "cargo cg learn "].iter().any(|name| command.starts_with(name));
        let is_undecided = has_test && output.status.code() == Some(1);
        let is_well = output.status.success() || is_undecided;
        assert!(is_well, "{command}: {}", text(&output.stderr));
    }
}

#[test]
fn every_command_of_the_workshop_in_a_document_is_understood() {
    let cg = tool("cg");
    let mut checked = 0;
    for path in tracked_files() {
        let is_document = path.extension().is_some_and(|extension| extension == "md");
        if !is_document || !root().join(&path).exists() {
            continue;
        }
        for command in commands(&read_to_string(root().join(&path)).unwrap()) {
            let Some(words) = words_of_cg(&command) else { continue };
            // Help is printed only after all the words before it were understood.
            let output = run(Command::new(&cg).args(words).arg("--help"), "");
            let complaint = text(&output.stderr);
            assert!(output.status.success(), "{}: {command}: {complaint}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 0, "no document has a command");
}

#[test]
fn a_word_that_the_workshop_does_not_know_is_not_understood() {
    let cg = tool("cg");
    let check = |words: &[&str]| {
        let output = run(Command::new(&cg).args(words).arg("--help"), "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    };
    check(&["bundel", "breakthrough"]);
    check(&["bundle", "breakthrough", "--outptu", "file"]);
    check(&["match", "breakthrough", "--games", "many"]);
    check(&["perft", "breakthrough", "deep"]);
}

#[test]
fn commands_are_found_in_blocks_of_shell_only() {
    let document = "```sh\n# why\ncargo a \\\n    --b\n\ncargo c\n```\n\ncargo d\n\n```rust\ne\n```\n\n  ```sh\n  f\n  ```";
    assert_eq!(commands(document), ["cargo a --b", "cargo c", "f"]);
}

#[test]
fn a_match_is_shortened_and_its_files_go_elsewhere() {
    let command = "cargo cg match x --p1 cmd:target/before --games 200 --record target/g.gz";
    let expected = "cargo cg match x --p1 cmd:/t/before --games 2 --record /t/g.gz --nodes 500 \
        --store /t/arena.db";
    assert_eq!(redirected(&shortened(command, "/t"), "/real", "/t"), expected);
    let copy = redirected("cp target/release/x target/before", "/real", "/t");
    assert_eq!(copy, "cp /real/release/x /t/before");
}
