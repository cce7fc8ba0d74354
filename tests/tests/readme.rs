//! Every command of the README and of the book runs.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::read_to_string;
use std::process::Command;

use tests::{metadata, program_of, root, run, text, tool, tracked_files};

/// Commands that are not run here, and the reason. What takes long runs in one test only.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo cg test", "it is running"),
    (
        "cargo cg new othello --moves place --board 8x8",
        "it writes into the workspace; new_game.rs writes into a copy",
    ),
    (
        "cargo cg new othello --moves place --board 8x8 --outside ../my-games",
        "it writes a workspace; outside.rs of new_game writes another",
    ),
    ("cargo cg serve", "it serves until it is stopped; the tests of the board room use a server"),
    (
        "cargo cg picture --match 6 --game 3 -o game.png",
        "needs such a match; pictures.rs of the board room draws other games",
    ),
    ("cargo cg picture --match 6 --game 3 --ply 20 -o position.svg", "needs such a match, too"),
    ("cargo cg serve --host 0.0.0.0", "it serves until it is stopped, too"),
    ("cargo cg site -o site", "it compiles for minutes; the tests of the board room compile less"),
    ("python3 -m http.server --directory site", "it serves until it is stopped, too"),
    ("cargo test -p fuzzing", "`cargo cg test` runs it"),
    (
        "FUZZ_SECONDS=60 FUZZ_SEED=7 cargo test -p fuzzing --test targets -- --nocapture",
        "it is the same for longer",
    ),
    ("tests/fuzz.sh 600", "it needs a nightly Rust, and runs for minutes"),
    ("tests/fuzz.sh 600 dialogues networks", "it needs a nightly Rust, too"),
    (
        "cargo +nightly fuzz run --sanitizer none dialogues fuzz/artifacts/dialogues/crash-0123",
        "it needs such an input",
    ),
    ("rustup target add wasm32-wasip1", "`cargo cg test` has done so"),
    ("cargo build --release -p room", "it compiles for minutes, too"),
    ("cargo run -p boardroom --example site_speed -- site target/release/room", "needs both"),
    (
        "cargo cg match breakthrough --p1 bot --p2 time=1000,uci:fairy-stockfish --games 50",
        "needs that engine; the arena's uci_engines.rs plays against one of its own",
    ),
    (
        "cargo cg fetch --agent 4321 --last 50",
        "it asks CodinGame; the workshop's fetch.rs asks a server of its own",
    ),
    ("cargo cg fetch 898881679 --names", "it asks CodinGame, too"),
    (
        "cargo cg queue",
        "it serves until it is stopped; the workshop's many_machines.rs has a queue",
    ),
    ("cargo cg work --queue nats://localhost:4222 --jobs 2", "it works until it is stopped"),
    (
        "cargo cg sprt breakthrough --base main --test HEAD --nodes 20000 --queue \
         nats://localhost:4222",
        "needs that queue",
    ),
    (
        "cargo cg queue --listen 192.168.1.5 --token-file token --tls-cert cert.pem --tls-key \
         key.pem",
        "needs that address",
    ),
    (
        "cargo cg work --queue tls://TOKEN@192.168.1.5:4222 --queue-ca ca.pem",
        "needs the queue there",
    ),
    (
        "cargo run --release -p queue --example load -- nats://localhost:4222 4 10000 2000",
        "needs that queue, and an optimised build",
    ),
    (
        "cargo test -p workshop --test many_machines figures -- --ignored --nocapture \
         --test-threads 1",
        "takes minutes",
    ),
    ("cargo test -p workshop --test many_machines -- --ignored two_thousand", "takes five minutes"),
    ("tests/lossy-network.sh", "takes minutes, and needs root or namespaces for users"),
    ("cargo install --locked cargo-equip cg-bundler", "it installs programs of others"),
    ("cargo cg bundle breakthrough", "bundles.rs runs it in a copy of the workspace"),
    ("cargo cg bundle --probe breakthrough", "probe.rs bundles and plays it"),
    (
        "cargo cg sprt breakthrough --base HEAD --test bot --nodes 5000 --jobs 2",
        "it builds a commit; outside.rs of new_game does so with another game",
    ),
    (
        "cargo cg suite breakthrough target/lost.jsonl --player bot --player HEAD",
        "it builds a commit, too, and two games may have no turning point",
    ),
    ("cargo cg bench", "command_line.rs runs it"),
    (
        "cargo run --release -p judge-bundler --example compare -- --outside > table.md",
        "it bundles for half an hour; nightly.yml runs it",
    ),
];

/// Option of commands that need a referee from elsewhere, and are not run either: the tests in
/// `foreign_referees.rs` play under a stand-in.
const FOREIGN_REFEREE: &str = " --referee ";

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

/// Returns the commands of the README and of the pages of the book, in the order of its summary.
fn commands_of_readme_and_book() -> Vec<String> {
    let read = |path: &str| read_to_string(root().join(path)).unwrap();
    let summary = read("docs/src/SUMMARY.md");
    let pages = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
    let pages = pages.map(|page| format!("docs/src/{page}"));
    let mut found = Vec::new();
    for path in ["README.md".to_owned()].into_iter().chain(pages) {
        for command in commands(&read(&path)) {
            if !found.contains(&command) {
                found.push(command);
            }
        }
    }
    found
}

/// Returns the words of a `cargo cg` command up to where the shell passes on to something else.
fn words_of_cg(command: &str) -> Option<Vec<String>> {
    let words = shlex::split(command.strip_prefix("cargo cg ")?)?;
    let end = words.iter().position(|word| ["|", "||", "&&", ">", ";", "#"].contains(&&**word));
    Some(words[..end.unwrap_or(words.len())].to_vec())
}

/// Makes a command of the README one that takes seconds: two games, few nodes.
fn shortened(command: &str) -> String {
    if command.starts_with("cargo cg learn ") {
        return command.replace("--hours 0.2", "--hours 0.0002 --nodes 200 --games 40");
    }
    if command.starts_with("cargo cg calibration ") {
        return command.replace("--games 200", "--games 2 --nodes 50");
    }
    if command.starts_with("cargo cg review") {
        return format!("{command} --nodes 100");
    }
    if command.starts_with("cargo cg sample ") {
        return command.replace("--ply 52", "--ply 10");
    }
    let plays = ["match", "tournament", "league"];
    if !plays.iter().any(|name| command.starts_with(&format!("cargo cg {name} "))) {
        return command.to_owned();
    }
    let nodes = if command.contains("--nodes ") { "" } else { " --nodes 500" };
    // A commit would be built.
    let command =
        &command.replace("--p2 uct ", "--p2 uct:200 ").replace("--p2 HEAD", "--p2 uct:200");
    match command.split_once("--games ") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}--games 2{rest}{nodes}")
        }
        None if command.contains("--resume") => command.to_owned(),
        None => format!("{command} --games 2{nodes}"),
    }
}

/// Turns the files that a command of the README writes aside into `written`: nothing that a reader
/// keeps may be lost. The bots themselves are where cargo puts them.
fn redirected(command: &str, target: &str, written: &str) -> String {
    let command = command.replace(".cg/", &format!("{written}/"));
    let mut parts = command.split("target/");
    let mut redirected = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let folder = if part.starts_with("release/") { target } else { written };
        redirected.push_str(&format!("{folder}/{part}"));
    }
    redirected
}

/// Names the program behind each `cargo cg` of a line, as the tests have built it.
fn with_programs(line: &str) -> String {
    let mut parts = line.split("cargo cg ");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let command = part.split_whitespace().next().unwrap_or_default();
        named.push_str(&format!("{} {part}", program_of(command).display()));
    }
    named
}

/// Makes a command write into `folder` what it would write into the user's home folder, or install
/// there. The toolchains stay where they are.
fn keep_out_of_home(command: &mut Command, folder: &str) {
    let home = std::env::home_dir().unwrap();
    for (name, default) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
        let kept = std::env::var_os(name).unwrap_or_else(|| home.join(default).into());
        command.env(name, kept);
    }
    command.env("HOME", folder).env("CARGO_INSTALL_ROOT", folder);
}

#[test]
fn what_a_command_writes_into_the_home_folder_goes_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "echo one >> ~/.bashrc && echo \"$CARGO_INSTALL_ROOT\""]);
    keep_out_of_home(&mut shell, folder.path().to_str().unwrap());
    let output = run(&mut shell, "");
    assert_eq!(text(&output.stdout).trim(), folder.path().to_str().unwrap());
    assert_eq!(read_to_string(folder.path().join(".bashrc")).unwrap(), "one\n");
}

#[test]
fn every_command_of_the_readme_and_the_book_runs() {
    let written = tempfile::tempdir().unwrap();
    let (written, target) = (written.path().to_str().unwrap(), metadata().target_directory);
    let commands = commands_of_readme_and_book();
    assert!(commands.len() > 20, "{commands:?}");
    for (command, reason) in NOT_RUN {
        assert!(commands.iter().any(|known| known == command), "{command} ({reason}) is gone");
    }
    for command in &commands {
        let is_known = NOT_RUN.iter().any(|(known, _)| known == command);
        if is_known || command.contains(FOREIGN_REFEREE) {
            continue;
        }
        let line = redirected(&shortened(command), target.as_str(), written);
        let line = with_programs(&line);
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).env("CG_DATA", written).current_dir(root());
        keep_out_of_home(&mut shell, written);
        let output = run(&mut shell, "");
        // Two games decide no sequential test, which is an answer as well.
        let has_test =
            ["cargo cg screen ", "cargo cg learn "].iter().any(|name| command.starts_with(name));
        let is_undecided = has_test && output.status.code() == Some(1);
        let is_well = output.status.success() || is_undecided;
        assert!(is_well, "{command}: {}", text(&output.stderr));
    }
}

#[test]
fn every_command_of_the_workshop_in_a_document_is_understood() {
    let mut checked = 0;
    for path in tracked_files() {
        let is_document = path.extension().is_some_and(|extension| extension == "md");
        if !is_document || !root().join(&path).exists() {
            continue;
        }
        for command in commands(&read_to_string(root().join(&path)).unwrap()) {
            let Some(words) = words_of_cg(&command) else { continue };
            // Help is printed only after all the words before it were understood.
            let output = run(Command::new(program_of(&words[0])).args(words).arg("--help"), "");
            let complaint = text(&output.stderr);
            assert!(output.status.success(), "{}: {command}: {complaint}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 0, "no document has a command");
}

#[test]
fn a_word_that_the_workshop_does_not_know_is_not_understood() {
    let options = tool("options");
    let check = |words: &[&str]| {
        let output = run(Command::new(&options).args(words).arg("--help"), "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    };
    check(&["bundel", "breakthrough"]);
    check(&["bundle", "breakthrough", "--outptu", "file"]);
    check(&["match", "breakthrough", "--games", "many"]);
    check(&["perft", "breakthrough", "deep"]);
}

#[test]
fn commands_are_found_in_blocks_of_shell_only() {
    let document = "```sh\n# why\ncargo a \\\n    --b\n\ncargo c\n```\n\ncargo d\n\n\
                    ```rust\ne\n```\n\n  ```sh\n  f\n  ```";
    assert_eq!(commands(document), ["cargo a --b", "cargo c", "f"]);
}

#[test]
fn a_match_is_shortened_and_its_files_go_elsewhere() {
    let command = "cargo cg match x --p1 cmd:target/before --games 200 --record target/g.gz";
    let expected = "cargo cg match x --p1 cmd:/t/before --games 2 --record /t/g.gz --nodes 500";
    assert_eq!(redirected(&shortened(command), "/real", "/t"), expected);
    let copy = redirected("cp target/release/x target/before", "/real", "/t");
    assert_eq!(copy, "cp /real/release/x /t/before");
}
