//! A bundle is a file that its judge takes, and plays as the workspace does.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use arena::{Game, Record};
use bundler::{Bundle, Compiler, Edition, Judge, Request, Size, bundle};
use tests::{bot, copy_workspace, games_by_bot, recorded_games, root, run, text};

/// Turns taken from each recorded game: one from its first half, one from its second.
const TURNS_PER_GAME: usize = 2;

/// Nodes of a recorded turn's search: enough for several iterations.
const NODES: &str = "3000";

/// Returns who compiles the bots of a game.
fn judge_of(game: &dyn Game) -> Judge {
    game.judge().parse().unwrap()
}

/// Bundles a game's bot from the workspace at `root`.
fn bundle_from(root: &Path, game: &dyn Game) -> Bundle {
    let package = Some(game.package().to_owned());
    let judge = judge_of(game);
    let request = Request { package, judge, ..Request::new(root.join("Cargo.toml")) };
    bundle(&request).unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

/// Bundles a game's bot once for all tests.
fn bundle_of(game: &dyn Game) -> Bundle {
    static BUNDLES: Mutex<BTreeMap<&str, Arc<OnceLock<Bundle>>>> = Mutex::new(BTreeMap::new());
    let bundle = Arc::clone(BUNDLES.lock().unwrap().entry(game.name()).or_default());
    bundle.get_or_init(|| bundle_from(&root(), game)).clone()
}

fn workspaces_compiler(bundle: &Bundle) -> Compiler {
    Compiler::workspace(&bundle.cache_dir).unwrap()
}

fn judges_compiler(bundle: &Bundle) -> Compiler {
    let compiler = Compiler::judge(&bundle.cache_dir).unwrap();
    compiler.expect("no compiler as old as the judge's: run `rustup toolchain install 1.90.0`")
}

#[test]
fn a_bundle_is_within_the_judges_limit() {
    for game in games_by_bot() {
        let units = bundle_of(game).utf16_units();
        assert!(units > 1000, "{}: {units}", game.name());
        let size = judge_of(game).verdict(units);
        assert_ne!(size, Size::TooLarge, "{}: {units} UTF-16 units", game.name());
    }
}

#[test]
fn a_bundle_depends_on_the_sources_alone() {
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("another name");
    copy_workspace(&copy);
    for game in games_by_bot() {
        // Made a second time and elsewhere at once: each takes a while.
        let (source, again) = (bundle_of(game).source, bundle_from(&copy, game).source);
        assert!(source == again, "{}: differs the second time, elsewhere", game.name());
    }
}

#[test]
fn a_bundle_tells_nothing_of_the_computer_it_was_made_on() {
    let folders = ["HOME", "CARGO_HOME", "RUSTUP_HOME", "CARGO_TARGET_DIR"].map(env::var);
    let mut folders: BTreeSet<PathBuf> = folders
        .into_iter()
        .flatten()
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .collect();
    folders.insert(root());
    folders.remove(Path::new("/"));
    for game in games_by_bot() {
        let bundle = bundle_of(game);
        let map = bundle.map.to_json("bot.rs", &bundle.source);
        folders.extend(bundle.cache_dir.parent().map(Path::to_owned));
        for folder in &folders {
            // The folder itself may be as short as a word of the source; what lies in it is not.
            let within = folder.join("");
            let within = within.to_str().unwrap();
            assert!(!bundle.source.contains(within), "{}: {within}", game.name());
            assert!(!map.contains(within), "map of {}: {within}", game.name());
        }
        assert!(!bundle.source.contains("file://"), "{}", game.name());
        assert!(!bundle.source.contains(".cargo/"), "{}", game.name());
    }
}

fn check_compiles_bare(compiler_for: fn(&Bundle) -> Compiler) {
    for game in games_by_bot() {
        let (bundle, judge) = (bundle_of(game), judge_of(game));
        for &edition in &judge.editions {
            let checked = compiler_for(&bundle).check(&bundle.source, edition, &judge);
            checked.unwrap_or_else(|error| panic!("{}, {edition}: {error}", game.name()));
        }
    }
}

#[test]
fn a_bundle_compiles_without_a_warning_with_the_workspaces_compiler() {
    check_compiles_bare(workspaces_compiler);
}

#[test]
fn a_bundle_compiles_without_a_warning_with_a_compiler_as_old_as_the_judges() {
    check_compiles_bare(judges_compiler);
}

#[test]
fn a_bundle_from_the_workspaces_compiler_plays_as_the_workspace_does() {
    check_plays_alike(workspaces_compiler, Edition::E2024);
}

#[test]
fn a_bundle_from_a_compiler_as_old_as_the_judges_plays_as_the_workspace_does() {
    check_plays_alike(judges_compiler, Edition::E2021);
}

/// Builds every bundle as the judge does, and compares what the program does with the workspace's.
fn check_plays_alike(compiler_for: fn(&Bundle) -> Compiler, edition: Edition) {
    let folder = tempfile::tempdir().unwrap();
    for game in games_by_bot() {
        let bundle = bundle_of(game);
        let bundled = folder.path().join(game.name());
        let compiler = compiler_for(&bundle);
        let built = compiler.build(&bundle.source, edition, &judge_of(game), &bundled);
        built.unwrap_or_else(|error| panic!("{}: {error}", game.name()));
        let workspaces = bot(game.package());
        check_bench(game, &bundled, &workspaces);
        check_replies(game, &bundled, &workspaces);
    }
}

/// Compares the benches: the number of nodes in the last line.
fn check_bench(game: &dyn Game, bundled: &Path, workspaces: &Path) {
    let signature = |program: &Path| {
        let output = run(Command::new(program).arg("bench"), "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).lines().last().map(str::to_owned)
    };
    let expected = signature(workspaces);
    assert!(expected.as_ref().is_some_and(|line| line.starts_with("Bench: ")), "{expected:?}");
    assert_eq!(signature(bundled), expected, "{}", game.name());
}

/// Compares the replies to turns of all recorded games, from the first ply to the last.
fn check_replies(game: &dyn Game, bundled: &Path, workspaces: &Path) {
    let mut turns = 0;
    for (index, record) in recorded_games(game.name()).iter().enumerate() {
        let part = record.plies.len() / TURNS_PER_GAME;
        for start in (0..TURNS_PER_GAME).map(|number| number * part) {
            check_reply(game, record, start + index % part, [bundled, workspaces]);
            turns += 1;
        }
    }
    assert!(turns >= 60, "{}: only {turns} turns", game.name());
}

/// Lets both programs think about one turn, which is reached by the moves of the record.
fn check_reply(game: &dyn Game, record: &Record, ply: usize, programs: [&Path; 2]) {
    let turn = &record.plies[ply];
    let before = &record.plies[..ply];
    let own = record.plies[..=ply].iter().filter(|other| other.player == turn.player);
    let input: String = own.flat_map(|own| &own.input).map(|line| format!("{line}\n")).collect();
    let mut referee = game.referee();
    before.iter().for_each(|ply| referee.apply(&ply.mv).unwrap());
    // A line may hold several moves.
    let opening = referee.moves().join(";");
    let [replies, expected] = programs.map(|program| {
        let mut command = Command::new(program);
        command.args(["--seed", "1", "--nodes", NODES, "--opening", &opening]);
        let output = run(&mut command, &input);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        text(&output.stdout).to_owned()
    });
    let place = format!("{}, seed {}, ply {ply}", game.name(), record.seed);
    assert_eq!(replies, expected, "{place}");

    let mut replies = replies.lines();
    for told in before.iter().filter(|other| other.player == turn.player) {
        // Not every dialogue has room for a remark.
        let reply = replies.next().unwrap_or_default();
        let repeats = reply.strip_prefix(&told.mv);
        assert!(matches!(repeats, Some("" | " opening")), "{place}: {reply}, not {}", told.mv);
    }
    let mut answers = 0;
    for reply in replies {
        // Of a move in parts the bot says all that it can.
        assert_eq!(referee.to_move().index(), turn.player, "{place}: {reply}");
        referee.apply(reply).unwrap_or_else(|foul| panic!("{place}: {reply} is {foul}"));
        answers += 1;
    }
    assert!(answers > 0, "{place}: no reply");
}
