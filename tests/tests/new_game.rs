//! New games: `cargo cg new` writes a game that every tool supports, or nothing.
//!
//! The games are written into a copy of the workspace. Its build output begins with hard links to
//! that of the tests, so that cargo compiles only the new games and what links them.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_metadata::Message;
use serde_json::Value;
use tempfile::TempDir;
use tests::{copy_all, copy_workspace, metadata, root, run, text, tool};

/// Game of each kind of moves, and of each kind of judge.
struct Skeleton {
    game: &'static str,
    options: &'static [&'static str],
    /// Number of move sequences of four plies, which the game's own test counts by brute force.
    perft: u64,
}

const SKELETONS: [Skeleton; 3] = [
    Skeleton { game: "new-drop", options: &[], perft: 2401 },
    Skeleton {
        game: "new-step",
        options: &["--moves", "step", "--judge", "codecup"],
        perft: 71_478,
    },
    Skeleton {
        game: "new-place",
        options: &["--moves", "place", "--board", "4x5", "--judge", PROFILE],
        perft: 20 * 19 * 18 * 17,
    },
];

/// Profile of a judge, in the folder of the copy.
const PROFILE: &str = "my-judge.toml";

/// Tests of a game.
const TESTS: [&str; 3] = ["contract", "bot", "search"];

/// Copy of the workspace in a git repository of its own.
struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new() -> Workspace {
        let target = metadata().target_directory;
        let workspace = Workspace { folder: tempfile::tempdir_in(target).unwrap() };
        copy_workspace(&workspace.root());
        fs::copy(root().join("rustfmt.toml"), workspace.root().join("rustfmt.toml")).unwrap();
        fs::write(workspace.root().join(PROFILE), "name = \"My judge\"\nlimit = 60000\n").unwrap();
        workspace.git(&["init", "--quiet"]);
        workspace.commit();
        workspace
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("copy")
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("target")
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=test", "-c", "user.email=test@test"]).args(arguments);
        let output = run(git.current_dir(self.root()), "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).to_owned()
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "state"]);
    }

    /// Runs `cargo cg new` without making a book.
    fn new_game(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(tool("scaffold"));
        command.arg("new").args(arguments).arg("--no-book");
        run(command.current_dir(self.root()), "")
    }

    /// Builds the programs and the tests of the new games, and returns the programs of the tests.
    fn build(&self) -> Vec<PathBuf> {
        let (output, profile) = output_and_profile();
        let copy = self.target().join(output.file_name().unwrap());
        link(&output.join("deps"), &copy.join("deps")).unwrap();
        // Cargo changes these files in place.
        for name in ["build", ".fingerprint"] {
            copy_all(&output.join(name), &copy.join(name));
        }
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--workspace", "--profile", profile, "--offline"]);
        cargo.args(["--quiet", "--message-format=json-render-diagnostics"]);
        cargo.args(["--bin", "workshop", "--bin", "boardroom"]);
        cargo.args(TESTS.iter().flat_map(|name| ["--test", name]));
        cargo.current_dir(self.root()).env("CARGO_TARGET_DIR", self.target());
        let built = run(&mut cargo, "");
        assert!(built.status.success(), "{}", text(&built.stderr));
        let messages = Message::parse_stream(&built.stdout[..]).map(Result::unwrap);
        let tests = messages.filter_map(|message| match message {
            Message::CompilerArtifact(artifact) if artifact.profile.test => {
                let is_ours = SKELETONS.iter().any(|skeleton| {
                    artifact.manifest_path.as_str().contains(&format!("/{}/", skeleton.game))
                });
                artifact.executable.filter(|_| is_ours)
            }
            _ => None,
        });
        tests.map(PathBuf::from).collect()
    }

    /// Runs a program of the copy and returns its output.
    fn program(&self, name: &str, arguments: &[&str]) -> String {
        let folder = self.target().join(output_and_profile().0.file_name().unwrap());
        let mut command = Command::new(folder.join(name));
        command.args(arguments).current_dir(self.root());
        command.env("CARGO_TARGET_DIR", self.target());
        let output = run(&mut command, "");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    }
}

/// Returns the folder of the programs that the tests use, and its profile.
fn output_and_profile() -> (PathBuf, &'static str) {
    let folder = tool("workshop").parent().unwrap().to_owned();
    let is_debug = folder.ends_with("debug");
    (folder, if is_debug { "dev" } else { "release" })
}

/// Makes hard links to all files of a folder.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => link(&path, &target)?,
            false => fs::hard_link(&path, &target)?,
        }
    }
    Ok(())
}

/// Runs `command` and checks that it succeeds.
fn check_success(command: &mut Command) {
    let output = run(command, "");
    assert!(output.status.success(), "{command:?}: {output:?}");
}

#[test]
fn every_tool_supports_a_new_game() {
    let workspace = Workspace::new();
    let mut books = Vec::new();
    for Skeleton { game, options, .. } in &SKELETONS {
        let output = workspace.new_game(&[&[*game], *options].concat());
        assert!(output.status.success(), "{output:?}");
        assert_eq!(text(&output.stdout).lines().count(), 3, "{output:?}");
        let notes = text(&output.stderr).lines();
        let book = notes.filter_map(|line| line.strip_prefix("book: cargo cg ")).next();
        books.push(book.expect("the command for the book is printed").to_owned());
        workspace.commit();
    }
    let mut format = Command::new("cargo");
    format.args(["fmt", "--check", "--package", "registry"]);
    format.args(SKELETONS.iter().flat_map(|skeleton| ["--package", skeleton.game]));
    check_success(format.current_dir(workspace.root()));
    let tests = workspace.build();
    assert_eq!(tests.len(), SKELETONS.len() * TESTS.len(), "{tests:?}");
    for test in tests {
        check_success(Command::new(test).current_dir(workspace.root()));
    }
    for (skeleton, book) in SKELETONS.iter().zip(&books) {
        check_tools(&workspace, skeleton, book);
    }
}

/// Checks the tools with a new game. `book` is the command that makes its opening book.
fn check_tools(workspace: &Workspace, &Skeleton { game, perft, .. }: &Skeleton, book: &str) {
    let workshop = |line: &str| {
        let words: Vec<String> = line.split(' ').map(|word| word.replace("GAME", game)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        workspace.program("workshop", &words)
    };
    assert!(workshop("games").contains(game));
    assert_eq!(workshop("perft GAME 4").trim(), perft.to_string());
    workshop(book);

    let bot = workspace.target().join(output_and_profile().0.file_name().unwrap()).join(game);
    let command =
        format!("cmd:{} --nodes 200 --seed {{seed}} --opening {{opening}}", bot.display());
    let (book, record) = (book.split(' ').next_back().unwrap(), format!("{game}.jsonl"));
    let played = workspace.program(
        "workshop",
        &[
            "match", game, "--p1", &command, "--p2", "random", "--games", "20", "--margin",
            "60000", "--book", book, "--record", &record, "--json", "--data", "data",
        ],
    );
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["games"], 20, "{played}");
    assert!(workshop("verify GAME.jsonl").contains(": 20 games, "));
    workspace.program("boardroom", &["replay", &record, "-o", "page.html"]);
    let page = fs::read_to_string(workspace.root().join("page.html")).unwrap();
    assert!(page.contains(game), "the page does not hold the game");

    workshop("selfplay GAME --nodes 20 --games 4 --shards 1 -o shards-GAME");
    workshop("tune GAME fit --games 200 --nodes 20");
    let mut bundle = Command::new(tool("bundle"));
    bundle.args(["bundle", game, "-o", "bot.rs"]).current_dir(workspace.root());
    check_success(bundle.env("CARGO_TARGET_DIR", workspace.target()));
    assert!(fs::read_to_string(workspace.root().join("bot.rs")).unwrap().contains("fn main("));
}

/// Number of 512-byte blocks that a file may have: the larger templates have more.
const FULL_DISK: u32 = 4;

#[test]
fn a_game_that_cannot_be_written_changes_nothing() {
    let workspace = Workspace::new();
    let check = |output: &Output, expected: &str| {
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(workspace.git(&["status", "--porcelain"]), "");
    };
    let refused = |arguments: &[&str], expected: &str| {
        check(&workspace.new_game(arguments), expected);
    };
    refused(&["jungle"], "there is a package `jungle` already");

    let script = format!("trap '' XFSZ; ulimit -f {FULL_DISK}; exec \"$0\" new othello --no-book");
    let mut full = Command::new("sh");
    full.args(["-c", &script]).arg(tool("scaffold")).current_dir(workspace.root());
    check(&run(&mut full, ""), "File too large");

    let with = |path: &str, change: fn(String) -> String, expected: &str| {
        let path = workspace.root().join(path);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(before.clone())).unwrap();
        workspace.commit();
        refused(&["othello"], expected);
        fs::write(&path, before).unwrap();
        workspace.commit();
    };
    let template = "crates/tools/scaffold/templates/game/crate/src/lib.rs";
    with(template, |text| text.replace("{{title}}", "{{tilte}}"), "called `tilte`");
    with(template, |text| text.replace("{{title}}", "{{title"), "`{{` without `}}`");
    let list = "crates/tools/registry/src/list.rs";
    with(list, |text| text.replace("&Entry::<", "&Game::<"), "list.rs: no line contains");

    fs::write(workspace.root().join(list), "changed").unwrap();
    let dirty = workspace.new_game(&["othello"]);
    assert_eq!(dirty.status.code(), Some(2));
    assert!(
        text(&dirty.stderr).contains("list.rs has changes that are not committed"),
        "{dirty:?}"
    );
    assert_eq!(workspace.git(&["status", "--porcelain"]), format!(" M {list}\n"));
}
