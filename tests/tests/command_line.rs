//! Command-line tests of `cargo cg`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use arena::{Record, write_records};
use bundler::{Compiler, Map, commit_of, utf16_units};
use nix::pty::openpty;
use serde_json::Value;
use tests::{bot, program_of, recorded_games, records_of, root, run, text, tool};

fn cg(arguments: &[&str]) -> Output {
    run(Command::new(program_of(arguments[0])).args(arguments).current_dir(root()), "")
}

#[track_caller]
fn stdout_of(arguments: &[&str]) -> String {
    let output = cg(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout).to_owned()
}

/// Checks that a command has exited with code 2 and printed one line with `expected` to standard
/// error.
#[track_caller]
fn check_cannot_run(output: &Output, expected: &str) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(expected), "{message}");
    assert_eq!(text(&output.stdout), "");
}

fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_command_of_a_separate_program_behaves_like_any_other() {
    let help = stdout_of(&["train", "--help"]);
    assert!(help.contains("Usage: cargo cg train [OPTIONS] <GAME>"), "{help}");
    check_cannot_run(
        &cg(&["train", "stratego"]),
        "stratego does not have an evaluation by a network",
    );
}

#[test]
fn bundle_writes_the_file_and_prints_its_size_and_its_compilers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.rs");
    let printed = stdout_of(&["bundle", "breakthrough", "-o", path.to_str().unwrap()]);
    let written = fs::read_to_string(&path).unwrap();
    let commit = commit_of(&root()).unwrap();
    assert!(written.lines().next().unwrap().contains(&commit), "{commit}");

    let own = Compiler::workspace(folder.path()).unwrap();
    let judges = Compiler::judge(folder.path()).unwrap();
    let judges = judges.expect("run `rustup toolchain install 1.90.0`");
    let mut lines = printed.lines();
    assert_eq!(lines.next(), path.to_str());
    let length = format!("{} of 100000 UTF-16 units, ", utf16_units(&written));
    assert!(lines.next().unwrap().starts_with(&length), "{printed}");
    // Levels of minification at which the bundle is too long.
    let (too_long, compilers): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| !line.starts_with("compiles with"));
    assert!(too_long[0].starts_with("readable: 1"), "{printed}");
    let mut expected = Vec::new();
    for version in [own.version(), judges.version()] {
        for edition in ["2021", "2024"] {
            expected.push(format!("compiles with Rust {version}, edition {edition}"));
        }
    }
    assert_eq!(compilers, expected);
    let mut names = names_in(folder.path());
    names.sort();
    assert_eq!(names, ["bot.rs", "bot.rs.map"]);
    let map = Map::beside(&path).unwrap();
    let (before, _) = written.split_once("fn main(").unwrap();
    let (above, left) = before.rsplit_once('\n').unwrap();
    let place = map.locate(above.lines().count() + 1, left.chars().count() + 1).unwrap();
    assert_eq!(place.file, "crates/games/breakthrough/src/main.rs");
}

#[test]
fn the_error_for_an_unknown_game_lists_the_known_ones() {
    let expected = "no game is called `chess`; the games are: breakthrough";
    check_cannot_run(&cg(&["bundle", "chess"]), expected);
    check_cannot_run(&cg(&["bench", "chess"]), expected);
    check_cannot_run(&cg(&["perft", "chess", "3"]), expected);
    let play = ["match", "chess", "--p1", "bot", "--p2", "bot", "--games", "2"];
    check_cannot_run(&cg(&play), expected);
}

#[test]
fn a_game_without_a_probe_is_an_error_that_says_so() {
    check_cannot_run(&cg(&["bundle", "--probe", "lamistra"]), "lamistra has no probe");
}

/// Maximum file size, in blocks of 512 bytes: less than any bundle.
const FILE_SIZE_LIMIT: u32 = 64;

/// Simulates a full disk by a limit of the file size.
///
/// The limit applies to every file. The command without compilers reaches it only in its output
/// file, the other command already when it writes the text for the first compiler.
#[test]
fn a_bundle_on_a_full_disk_leaves_the_earlier_file_unchanged() {
    let script = format!("trap '' XFSZ; ulimit -f {FILE_SIZE_LIMIT}; exec \"$0\" \"$@\"");
    let check = |program: PathBuf, arguments: &[&str]| {
        let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = folder.path().join("bot.rs");
        fs::write(&path, "an earlier bundle").unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(program).args(arguments).arg("-o").arg(&path);
        command.current_dir(root()).env("TMPDIR", scratch.path());
        let output = run(&mut command, "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = text(&output.stderr).lines().last().unwrap();
        assert!(error.contains("File too large"), "{output:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "an earlier bundle");
        assert_eq!(names_in(folder.path()), ["bot.rs"]);
        assert_eq!(names_in(scratch.path()), Vec::<String>::new());
    };
    check(tool("bundler"), &["--no-check", "--minify", "--package", "breakthrough"]);
    check(tool("bundle"), &["bundle", "breakthrough"]);
}

#[test]
fn a_bundle_that_cannot_be_written_is_an_error_of_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("taken")).unwrap();
    let taken = folder.path().join("taken");
    let output = cg(&["bundle", "breakthrough", "-o", taken.to_str().unwrap()]);
    check_cannot_run(&output, "taken cannot be written: it is a folder");
    assert_eq!(names_in(folder.path()), ["taken"]);
    assert_eq!(names_in(&taken), Vec::<String>::new());
}

#[test]
fn bundling_outside_the_workspace_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(tool("bundle"));
    let output = run(command.args(["bundle", "breakthrough"]).current_dir(folder.path()), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: run this inside the workspace"), "{output:?}");
}

/// Applies `change` to the recorded games, writes them to a file, and runs `verify` on it.
fn verify(change: impl FnOnce(&mut Vec<Record>)) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl.gz");
    let mut games = recorded_games("breakthrough");
    change(&mut games);
    write_records(&path, games).unwrap();
    cg(&["verify", path.to_str().unwrap()])
}

#[test]
fn verify_counts_games_and_plies() {
    let printed = stdout_of(&["verify", records_of("breakthrough").to_str().unwrap()]);
    assert!(printed.ends_with(": 40 games, 2035 plies, ok\n"), "{printed}");
    let output = verify(|games| games.truncate(1));
    assert!(text(&output.stdout).contains(": 1 games, "), "{output:?}");
}

#[test]
fn verify_names_the_place_of_a_change() {
    let check = |change: fn(&mut Record), expected: &str| {
        let output = verify(|games| change(&mut games[6]));
        check_cannot_run(&output, "games.jsonl.gz:7: game with seed ");
        check_cannot_run(&output, expected);
    };
    check(|game| game.plies[4].mv = "a1a2".to_owned(), "ply 5: found `a1a2`, not a legal move");
    check(|game| game.plies[0].input[0] = "c2c3".to_owned(), "ply 1, input line 1: found `c2c3`");
    check(|game| game.plies[2].input.swap(2, 3), "ply 3, input line 3: found ");
    check(|game| game.plies[1].player = 0, "ply 2: found player 0, expected 1");
    check(|game| game.plies.truncate(10), "found 10 plies, expected more: the game is not over");
    check(|game| game.reason = "boredom".to_owned(), "found reason `boredom`, expected `");
    check(|game| game.result = "1/2-1/2".to_owned(), "found result `1/2-1/2`, expected `");
}

#[test]
fn verify_rejects_a_file_that_it_cannot_read_completely() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl.gz");
    let whole = fs::read(records_of("breakthrough")).unwrap();
    let check = |contents: &[u8], expected: &str| {
        fs::write(&path, contents).unwrap();
        check_cannot_run(&cg(&["verify", path.to_str().unwrap()]), expected);
    };
    check(&whole[..whole.len() / 2], "the file is cut off in this line");
    check(b"", "holds no games");
    check(b"{\"game\":\"breakthrough\"", "the file is cut off in this line");
    check(b"{\"game\":\"breakthrough\"}\n", "games.jsonl.gz:1: not a game record: missing field");
    check(b"\xff\xfe\n", "games.jsonl.gz:1: not a game record");
    fs::remove_file(&path).unwrap();
    check_cannot_run(&cg(&["verify", path.to_str().unwrap()]), "cannot be read: No such file");
    let name = folder.path().to_str().unwrap();
    check_cannot_run(&cg(&["verify", name]), "cannot be read: Is a directory");
}

#[test]
fn bench_prints_the_signature_of_the_library() {
    let printed = stdout_of(&["bench", "breakthrough"]);
    let expected = format!("Bench: {}", breakthrough::bench().nodes);
    assert_eq!(printed.lines().last(), Some(expected.as_str()));
    let of_all = stdout_of(&["bench"]);
    let signatures = of_all.lines().filter(|line| line.starts_with("Bench: "));
    assert_eq!(signatures.count(), registry::GAMES.len(), "{of_all}");
    let object: Value =
        serde_json::from_str(&stdout_of(&["bench", "breakthrough", "--json"])).unwrap();
    assert_eq!(object["benches"][0]["nodes"], breakthrough::bench().nodes);
}

#[test]
fn a_bot_on_a_terminal_says_that_it_waits_for_a_turn() {
    const END_OF_INPUT: [u8; 1] = [4];
    let terminal = openpty(None, None).unwrap();
    let mut program = Command::new(bot("breakthrough"));
    program.stdin(terminal.slave).stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = program.spawn().unwrap();
    let mut keyboard = File::from(terminal.master);
    keyboard.write_all(&END_OF_INPUT).unwrap();
    let output = process.wait_with_output().unwrap();
    let hint = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
    assert!(hint.starts_with("bot: waiting for a turn; usage: ") && hint.lines().count() == 1);
}
