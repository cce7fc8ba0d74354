//! A bundle is a file that its judge takes, and plays as the workspace does.
//!
//! One test checks all of one bot: a bundle takes several runs of the compiler, and a test runner
//! may give each test a process of its own.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::env;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::{Game, Record};
use bundler::{Bundle, Compiler, Edition, Judge, Request, Size, Unused, bundle};
use tests::{
    bot, copy_workspace, games_by_bot, metadata, recorded_games, root, run, text, tool,
    unless_unchanged,
};

/// Turns taken from each recorded game: one from its first half, one from its second.
const TURNS_PER_GAME: usize = 2;

/// Nodes of a recorded turn's search: enough for several iterations.
const NODES: &str = "3000";

/// Setting of glibc that backs transposition tables with huge pages: bots start sooner.
const LARGE_PAGES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");

/// The bot of which the complete bundle is made a second time, by `cargo cg bundle` in a copy of the
/// workspace: its bundle is of the last level, with short names. Of the others the text is compared
/// from which the compiler's rounds begin.
const BUNDLED_TWICE: &str = "stratego";

macro_rules! bots {
    ($($test:ident: $game:literal;)*) => {
        $(#[test]
        fn $test() {
            check($game);
        })*

        #[test]
        fn every_bot_has_a_test() {
            let names: BTreeSet<&str> = games_by_bot().map(|game| game.name()).collect();
            assert_eq!(names, BTreeSet::from([$($game),*]));
            assert!(names.contains(BUNDLED_TWICE));
        }
    };
}

bots! {
    breakthroughs_judge_takes_the_bundle_and_it_plays_as_the_workspace_does: "breakthrough";
    jungles_judge_takes_the_bundle_and_it_plays_as_the_workspace_does: "jungle";
    lamistras_judge_takes_the_bundle_and_it_plays_as_the_workspace_does: "lamistra";
    lines_of_actions_judge_takes_the_bundle_and_it_plays_as_the_workspace_does: "lines-of-action";
    strategos_judge_takes_the_bundle_and_it_plays_as_the_workspace_does: "stratego";
}

fn check(name: &str) {
    let game = games_by_bot().find(|game| game.name() == name).unwrap();
    let records = format!("tests/data/transcripts/{name}.jsonl.gz");
    let tools = ["crates/tools/bundle", "crates/tools/options", "crates/tools/workspace"];
    let more = [&tools[..], &["bundler", "tests/tests/bundles.rs", &records]].concat();
    unless_unchanged("bundle", game, &more, || check_bundle(game));
}

fn check_bundle(game: &dyn Game) {
    let bundle = bundle_from(&root(), game, Unused::LeftOut);
    check_is_within_the_limit(game, &bundle);
    check_tells_nothing_of_the_computer(&bundle);
    check_depends_on_the_sources_alone(game, &bundle);
    let own = Compiler::workspace(&bundle.cache_dir).unwrap();
    let judges = Compiler::judge(&bundle.cache_dir).unwrap();
    let judges =
        judges.expect("no compiler as old as the judge's: run `rustup toolchain install 1.90.0`");
    check_compiles_bare(game, &bundle, [&own, &judges]);
    check_plays_alike(game, &bundle, [(&own, Edition::E2024), (&judges, Edition::E2021)]);
}

/// Returns who compiles the bots of a game.
fn judge_of(game: &dyn Game) -> Judge {
    game.judge().parse().unwrap()
}

/// Bundles a game's bot from the workspace at `root`.
fn bundle_from(root: &Path, game: &dyn Game, unused: Unused) -> Bundle {
    let package = Some(game.package().to_owned());
    let judge = judge_of(game);
    let request = Request { package, judge, unused, ..Request::new(root.join("Cargo.toml")) };
    bundle(&request).unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

fn check_is_within_the_limit(game: &dyn Game, bundle: &Bundle) {
    assert_eq!(bundle.kept_unused, None);
    let units = bundle.utf16_units();
    assert!(units > 1000, "{units}");
    let size = judge_of(game).verdict(units);
    assert_ne!(size, Size::TooLarge, "{units} UTF-16 units");
}

fn check_tells_nothing_of_the_computer(bundle: &Bundle) {
    let folders = ["HOME", "CARGO_HOME", "RUSTUP_HOME", "CARGO_TARGET_DIR"].map(env::var);
    let mut folders: BTreeSet<PathBuf> = folders
        .into_iter()
        .flatten()
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .collect();
    folders.insert(root());
    folders.remove(Path::new("/"));
    folders.extend(bundle.cache_dir.parent().map(Path::to_owned));
    let map = bundle.map.to_json("bot.rs", &bundle.source);
    for folder in &folders {
        // The folder itself may be as short as a word of the source; what lies in it is not.
        let within = folder.join("");
        let within = within.to_str().unwrap();
        assert!(!bundle.source.contains(within), "{within}");
        assert!(!map.contains(within), "map: {within}");
    }
    assert!(!bundle.source.contains("file://"));
    assert!(!bundle.source.contains(".cargo/"));
}

/// Bundles again, from another folder.
fn check_depends_on_the_sources_alone(game: &dyn Game, bundle: &Bundle) {
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("another name");
    copy_workspace(&copy);
    let merged = [root(), copy.clone()].map(|root| bundle_from(&root, game, Unused::Kept));
    assert!(merged[0].source == merged[1].source, "differs before the compiler's rounds");
    assert!(merged[0].map == merged[1].map, "the map differs");
    if game.name() == BUNDLED_TWICE {
        let path = elsewhere.path().join("bot.rs");
        let mut command = Command::new(tool("bundle"));
        command.args(["bundle", game.name(), "-o"]).arg(&path).current_dir(&copy);
        // The judge's crates are there already.
        command.env("CARGO_TARGET_DIR", metadata().target_directory);
        let output = run(&mut command, "");
        assert!(output.status.success(), "{output:?}");
        let written = read_to_string(&path).unwrap();
        assert!(written == bundle.source, "differs the second time, elsewhere");
    }
}

fn check_compiles_bare(game: &dyn Game, bundle: &Bundle, compilers: [&Compiler; 2]) {
    let judge = judge_of(game);
    for compiler in compilers {
        for &edition in &judge.editions {
            let checked = compiler.check(&bundle.source, edition, &judge);
            checked.unwrap_or_else(|error| panic!("{edition}: {error}"));
        }
    }
}

/// Builds the bundle as the judge does, and compares what the programs do with the workspace's.
fn check_plays_alike(game: &dyn Game, bundle: &Bundle, ways: [(&Compiler, Edition); 2]) {
    let folder = tempfile::tempdir().unwrap();
    let bundled = ways.map(|(compiler, edition)| {
        let program = folder.path().join(edition.to_string());
        let built = compiler.build(&bundle.source, edition, &judge_of(game), &program);
        built.unwrap_or_else(|error| panic!("{edition}: {error}"));
        program
    });
    let [first, second] = &bundled;
    let workspaces = bot(game.package());
    let programs = [&workspaces, first, second].map(PathBuf::as_path);
    check_bench(programs);
    check_replies(game, programs);
}

/// Compares the benches with the first program's: the number of nodes in the last line.
fn check_bench(programs: [&Path; 3]) {
    let [expected, first, second] = programs.map(|program| {
        let output = run(Command::new(program).arg("bench"), "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).lines().last().map(str::to_owned)
    });
    assert!(expected.as_ref().is_some_and(|line| line.starts_with("Bench: ")), "{expected:?}");
    assert_eq!([&first, &second], [&expected; 2]);
}

/// Compares the replies to turns of all recorded games, from the first ply to the last.
fn check_replies(game: &dyn Game, programs: [&Path; 3]) {
    let mut turns = 0;
    for (index, record) in recorded_games(game.name()).iter().enumerate() {
        let part = record.plies.len() / TURNS_PER_GAME;
        for start in (0..TURNS_PER_GAME).map(|number| number * part) {
            check_reply(game, record, start + index % part, programs);
            turns += 1;
        }
    }
    assert!(turns >= 60, "only {turns} turns");
}

/// Lets all programs think about one turn, which is reached by the moves of the record.
fn check_reply(game: &dyn Game, record: &Record, ply: usize, programs: [&Path; 3]) {
    let turn = &record.plies[ply];
    let before = &record.plies[..ply];
    let own = record.plies[..=ply].iter().filter(|other| other.player == turn.player);
    let input: String = own.flat_map(|own| &own.input).map(|line| format!("{line}\n")).collect();
    let mut referee = game.referee();
    before.iter().for_each(|ply| referee.apply(&ply.mv).unwrap());
    // A line may hold several moves.
    let opening = referee.moves().join(";");
    let [expected, replies, others] = programs.map(|program| {
        let mut command = Command::new(program);
        command.args(["--seed", "1", "--nodes", NODES, "--opening", &opening]);
        command.env(LARGE_PAGES.0, LARGE_PAGES.1);
        let output = run(&mut command, &input);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        text(&output.stdout).to_owned()
    });
    let place = format!("seed {}, ply {ply}", record.seed);
    assert_eq!([&replies, &others], [&expected; 2], "{place}");

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
