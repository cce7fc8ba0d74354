//! Bundles: the judge's compiler accepts them, and they play like the bots of the workspace.
//!
//! One test does all checks of one bot, because a bundle takes several runs of the compiler, and a
//! test runner may start a process for each test.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::env;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::Record;
use bundler::{
    Bundle, Compiler, Edition, JUDGE_CRATES, Judge, Optimisation, Request, Size, Unused, bundle,
};
use registry::{Game, Report, main_games};
use tests::{
    bot, copy_all, copy_workspace, recorded_games, root, run, text, tool, unless_unchanged,
};

/// Nodes of the search in a recorded turn: enough for several iterations.
const NODES: &str = "3000";

/// One recorded game in so many is played by the program that is not optimised.
const SLOW_TURNS: usize = 5;

/// Environment variable of glibc that backs transposition tables with huge pages, so that bots
/// start faster.
const LARGE_PAGES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");

/// Bot whose complete bundle is made a second time, by `cargo cg bundle`: the one that takes the
/// least time. For the other bots the test compares the merged source before unused code is
/// removed.
const BUNDLED_TWICE: &str = "breakthrough";

macro_rules! bots {
    ($($test:ident: $game:literal;)*) => {
        $(#[test]
        fn $test() {
            check($game);
        })*

        #[test]
        fn every_bot_has_a_test() {
            let names: BTreeSet<&str> = main_games().map(|game| game.name()).collect();
            assert_eq!(names, BTreeSet::from([$($game),*]));
            assert!(names.contains(BUNDLED_TWICE));
        }
    };
}

bots! {
    the_bundle_of_breakthrough_compiles_and_plays_like_the_workspace: "breakthrough";
    the_bundle_of_jungle_compiles_and_plays_like_the_workspace: "jungle";
    the_bundle_of_lamistra_compiles_and_plays_like_the_workspace: "lamistra";
    the_bundle_of_lines_of_action_compiles_and_plays_like_the_workspace: "lines-of-action";
    the_bundle_of_stratego_compiles_and_plays_like_the_workspace: "stratego";
}

fn check(name: &str) {
    let game = main_games().find(|game| game.name() == name).unwrap();
    let records = format!("tests/data/transcripts/{name}.jsonl.gz");
    let tools = ["crates/tools/bundle", "crates/tools/options", "crates/tools/workspace"];
    let more = [&tools[..], &["bundler", "tests/tests/bundles.rs", &records]].concat();
    unless_unchanged("bundle", game, &more, || check_bundle(game));
}

fn check_bundle(game: &dyn Game) {
    let bundle = bundle_from(&root(), game, Unused::LeftOut);
    check_is_within_the_limit(game, &bundle);
    check_contains_no_local_paths(&bundle);
    check_is_reproducible(game, &bundle);
    let own = Compiler::workspace(&bundle.cache_dir).unwrap();
    let judges = Compiler::judge(&bundle.cache_dir).unwrap();
    let judges =
        judges.expect("the judge's compiler is installed: `rustup toolchain install 1.90.0`");
    let ways = [(&own, Edition::E2024), (&judges, Edition::E2021)];
    check_compiles_otherwise(game, &bundle, ways);
    check_plays_like_the_workspace(game, &bundle, ways);
}

/// Returns the judge of a game.
fn judge_of(game: &dyn Game) -> Judge {
    game.judge().parse().unwrap()
}

/// Bundles the bot of a game from the workspace at `root`.
fn bundle_from(root: &Path, game: &dyn Game, unused: Unused) -> Bundle {
    let package = Some(game.package().to_owned());
    let judge = judge_of(game);
    let request = Request { package, judge, unused, ..Request::new(root.join("Cargo.toml")) };
    bundle(&request).unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

/// Checks that the bundle is not larger than the judge allows.
fn check_is_within_the_limit(game: &dyn Game, bundle: &Bundle) {
    assert_eq!(bundle.kept_unused, None);
    let units = bundle.utf16_units();
    assert!(units > 1000, "{units}");
    let size = judge_of(game).verdict(units);
    assert_ne!(size, Size::TooLarge, "{units} UTF-16 units");
}

/// Checks that neither the bundle nor its source map contains a path of this machine.
fn check_contains_no_local_paths(bundle: &Bundle) {
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
        // The trailing slash prevents false matches of a short folder name in the source.
        let within = folder.join("");
        let within = within.to_str().unwrap();
        assert!(!bundle.source.contains(within), "{within}");
        assert!(!map.contains(within), "map: {within}");
    }
    assert!(!bundle.source.contains("file://"));
    assert!(!bundle.source.contains(".cargo/"));
}

/// Checks that a second bundle, from a copy of the workspace in another folder, is the same.
fn check_is_reproducible(game: &dyn Game, bundle: &Bundle) {
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("another name");
    copy_workspace(&copy);
    if game.name() != BUNDLED_TWICE {
        let merged = [root(), copy].map(|root| bundle_from(&root, game, Unused::Kept));
        assert!(merged[0].source == merged[1].source, "the merged source differs");
        assert!(merged[0].map == merged[1].map, "the map differs");
        return;
    }
    // As on a new clone, no folder of bundles is there. The judge's crates are, for speed.
    let target = elsewhere.path().join("target");
    copy_all(&bundle.cache_dir, &target.join(JUDGE_CRATES));
    let mut command = Command::new(tool("bundle"));
    command.args(["bundle", game.name()]).current_dir(&copy).env("CARGO_TARGET_DIR", &target);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{output:?}");
    let written = read_to_string(target.join(format!("bundles/{}.rs", game.name()))).unwrap();
    assert!(written == bundle.source, "the bundle of the copy differs");
}

/// Checks that both compilers accept the bundle in every edition of the judge, beside the `ways` in
/// which it is built.
fn check_compiles_otherwise(game: &dyn Game, bundle: &Bundle, ways: [(&Compiler, Edition); 2]) {
    let judge = judge_of(game);
    for (compiler, built) in ways {
        for &edition in judge.editions.iter().filter(|&&edition| edition != built) {
            let checked = compiler.check(&bundle.source, edition, &judge);
            checked.unwrap_or_else(|error| panic!("{edition}: {error}"));
        }
    }
}

/// Builds the bundle with the compiler of the workspace, without optimisation and with overflow
/// checks, and with the judge's compiler as the judge does. Compares both programs with the bot of
/// the workspace in turns of recorded games, and the second one in a search of many positions.
fn check_plays_like_the_workspace(
    game: &dyn Game,
    bundle: &Bundle,
    ways: [(&Compiler, Edition); 2],
) {
    let folder = tempfile::tempdir().unwrap();
    let build = |(compiler, edition): (&Compiler, Edition), optimisation| {
        let program = folder.path().join(edition.to_string());
        compiler
            .build(&bundle.source, edition, &judge_of(game), optimisation, &program)
            .unwrap_or_else(|error| panic!("{edition}: {error}"));
        program
    };
    let [own, judges] = ways;
    let checked = build(own, Optimisation::None);
    let judges = build(judges, Optimisation::Full);
    let workspaces = bot(game.package());
    check_bench([&workspaces, &judges]);
    check_replies(game, [&workspaces, &judges], 1);
    check_replies(game, [&workspaces, &checked], SLOW_TURNS);
}

/// Checks that both programs print the same bench signature: the number of nodes in the last line.
fn check_bench(programs: [&Path; 2]) {
    let [expected, found] = programs.map(|program| {
        let output = run(Command::new(program).arg("bench"), "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).lines().last().map(str::to_owned)
    });
    assert!(expected.as_ref().is_some_and(|line| line.starts_with("Bench: ")), "{expected:?}");
    assert_eq!(found, expected);
}

/// Compares the replies of both programs to one turn of each recorded game, or of one game in
/// `step`, at plies spread over the whole game.
fn check_replies(game: &dyn Game, programs: [&Path; 2], step: usize) {
    let records = recorded_games(game.name());
    for (index, record) in records.iter().enumerate().step_by(step) {
        check_reply(game, record, record.plies.len() * index / records.len(), programs);
    }
    assert!(records.len() >= 30, "only {} turns", records.len());
}

/// Compares the replies of both programs to one turn. The programs reach it by the moves of the
/// record.
fn check_reply(game: &dyn Game, record: &Record, ply: usize, programs: [&Path; 2]) {
    let turn = &record.plies[ply];
    let before = &record.plies[..ply];
    let own = record.plies[..=ply].iter().filter(|other| other.player == turn.player);
    let input: String = own.flat_map(|own| &own.input).map(|line| format!("{line}\n")).collect();
    let mut referee = game.referee();
    before.iter().for_each(|ply| referee.apply(&ply.mv).unwrap());
    // One line may contain several moves.
    let opening = referee.moves().join(";");
    let [expected, replies] = programs.map(|program| {
        let mut command = Command::new(program);
        command.args(["--seed", "1", "--nodes", NODES, "--opening", &opening]);
        command.env(LARGE_PAGES.0, LARGE_PAGES.1);
        let output = run(&mut command, &input);
        // Where a protocol has no room for the result of a search, it goes to standard error.
        let log = text(&output.stderr);
        let has_reports_only = log.lines().all(|line| Report::of_message(line).is_some());
        assert!(output.status.success() && has_reports_only, "{output:?}");
        [&output.stdout, &output.stderr].map(|output| text(output).to_owned())
    });
    let place = format!("seed {}, ply {ply}", record.seed);
    assert_eq!(replies, expected, "{place}");

    let mut replies = replies[0].lines();
    for told in before.iter().filter(|other| other.player == turn.player) {
        // Some protocols have no room for a message after the move.
        let reply = replies.next().unwrap_or_default();
        let repeats = reply.strip_prefix(&told.mv);
        assert!(matches!(repeats, Some("" | " opening")), "{place}: {reply}, not {}", told.mv);
    }
    let mut answers = 0;
    for reply in replies {
        // If a turn consists of several moves, the bot replies with as many as it can.
        assert_eq!(referee.to_move().index(), turn.player, "{place}: {reply}");
        referee.apply(reply).unwrap_or_else(|foul| panic!("{place}: {reply} is {foul}"));
        answers += 1;
    }
    assert!(answers > 0, "{place}: no reply");
}
