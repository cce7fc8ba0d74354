//! Games of each kind in a workspace of their own: every command.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use serde_json::Value;
use tests::{run, text};

use crate::matches::check_match;
use crate::page::play_by_clicks;
use crate::skeletons::{SKELETONS, Skeleton};
use crate::workspace::Workspace;

/// Programs behind `cargo cg`.
const PROGRAMS: &str = "boardroom,bundle,learner,options,room,scaffold,workshop";

#[test]
fn every_command_supports_new_games_in_a_workspace_of_their_own() {
    let (workspace, output) = Workspace::outside(&SKELETONS[0]);
    let mut books = vec![book_command(&output)];
    for Skeleton { game, options, .. } in &SKELETONS[1..] {
        let output = workspace.new_game(game, options);
        assert!(output.status.success(), "{output:?}");
        books.push(book_command(&output));
        workspace.commit();
    }
    let games = SKELETONS.map(|skeleton| skeleton.game);
    workspace.check_format(&[&games, &["own-registry", "programs"][..]].concat());
    workspace.build_programs(PROGRAMS);
    let listed: Value = serde_json::from_str(&workshop(&workspace, "games --json")).unwrap();
    let listed = listed["games"].as_array().unwrap().iter();
    assert_eq!(listed.map(|game| game["game"].as_str().unwrap()).collect::<Vec<_>>(), games);
    for (skeleton, book) in SKELETONS.iter().zip(&books) {
        check_tools(&workspace, skeleton, book);
    }
    check_learning(&workspace, games[0]);
    check_revisions(&workspace, games[0]);
    check_launcher(&workspace, games[0]);
    check_site_program(&workspace, &games);
    play_by_clicks(&workspace.root(), &workspace.output.path_of("boardroom"), &games);
}

/// Checks that the program of a site without a server has the games of the workspace.
fn check_site_program(workspace: &Workspace, games: &[&str]) {
    let output =
        run(&mut Command::new(workspace.output.path_of("room")), "{\"request\": \"games\"}\n");
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    let named = reply["data"].as_array().unwrap().iter();
    assert_eq!(named.map(|game| game["name"].as_str().unwrap()).collect::<Vec<_>>(), games);
}

fn check_success(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

/// Returns the command that makes the opening book, without `cargo cg`.
fn book_command(new: &Output) -> String {
    let book = text(&new.stderr).lines().find_map(|line| line.strip_prefix("book: cargo cg "));
    book.expect("the command for the book is printed").to_owned()
}

/// Runs a command of the workshop.
fn workshop(workspace: &Workspace, line: &str) -> String {
    workspace.program("workshop", &line.split(' ').collect::<Vec<_>>())
}

/// Checks the tools with a game. `book` is the command that makes its opening book.
fn check_tools(workspace: &Workspace, &Skeleton { game, perft, .. }: &Skeleton, book: &str) {
    let workshop = |line: &str| workshop(workspace, &line.replace("GAME", game));
    assert_eq!(workshop("perft GAME 4").trim(), perft.to_string());
    workshop(book);
    let record = check_match(workspace, game, book.split(' ').next_back().unwrap());
    workspace.program("boardroom", &["replay", &record, "-o", "page.html"]);
    let page = fs::read_to_string(workspace.root().join("page.html")).unwrap();
    assert!(page.contains(game), "the page does not hold the game");

    workshop("selfplay GAME --nodes 20 --games 40 --shards 1 -o shards-GAME");
    workshop("tune GAME fit --games 200 --nodes 20");
    let (shards, network) = (format!("shards-{game}"), format!("network-{game}"));
    let train = ["train", game, &shards, "--hidden", "8", "--epochs", "1", "-o", &network];
    workspace.program("learner", &train);
    assert!(workspace.root().join(network).join("network.rs").is_file());

    let bundled = workspace.program("bundle", &["bundle", game, "-o", "bot.rs", "--json"]);
    let bundled: Value = serde_json::from_str(&bundled).unwrap();
    // With the compiler of the workspace, and with the judge's.
    let compilers = bundled["bundles"][0]["checks"].as_array().unwrap().iter();
    let compilers: BTreeSet<&str> =
        compilers.map(|check| check["rust"].as_str().unwrap()).collect();
    assert!(bundled["ok"] == true && compilers.len() == 2, "{bundled}");
    assert!(fs::read_to_string(workspace.root().join("bot.rs")).unwrap().contains("fn main("));
}

/// Checks a run of learning of one generation, whose games and training take 1.8 seconds.
fn check_learning(workspace: &Workspace, game: &str) {
    let options = "--hours 0.0005 --nodes 20 --games 20 --hidden 8 -o learn --json";
    let mut learn = vec!["learn", game];
    learn.extend(options.split(' '));
    let output = workspace.output.run(&workspace.root(), "learner", &learn);
    // 1: the network is not stronger than no evaluation.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let learned: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    let generation = &learned["state"]["generations"][0];
    assert!(generation["gate"]["is_passed"].is_boolean(), "{learned}");
    assert!(workspace.root().join("learn/strength.svg").is_file());
}

/// Checks a test of the bot in the working tree against that of a commit.
fn check_revisions(workspace: &Workspace, game: &str) {
    let options = "--games 2 --nodes 50 --opening-plies 4 --margin 60000 --data data --json";
    let mut sprt = vec!["sprt", game, "--base", "HEAD", "--test", "bot"];
    sprt.extend(options.split(' '));
    let mut command = workspace.output.command(&workspace.root(), "workshop", &sprt);
    // Two bots that search 50 nodes take longer to optimise than to play.
    let output = run(command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"), "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let played: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    assert_eq!(played["games"], 2, "{played}");
}

/// Checks that the launcher builds the programs of the workspace and starts its tests.
fn check_launcher(workspace: &Workspace, game: &str) {
    let launch = |line: &str| launch(workspace, &line.replace("GAME", game));
    let (build, perft) = launch("perft GAME 1");
    assert_eq!(text(&perft.stdout), "7\n");
    let expected = "--package programs --bin workshop --features workshop\n";
    assert!(build.ends_with(expected), "{build}");
    let (test, tested) = launch("test -p GAME");
    check_success(&tested);
    let manifest = workspace.root().join("Cargo.toml");
    assert_eq!(test, format!("test --manifest-path {} -p {game}\n", manifest.display()));
    let (build, _) = launch("train GAME --device wgpu");
    assert!(build.ends_with("--bin learner --features learner --features wgpu\n"), "{build}");
    let (_, help) = launch("help");
    assert!(text(&help.stdout).contains("selfplay"), "{help:?}");
    let refused = workspace.output.run(&workspace.root(), "scaffold", &["new", game]);
    let expected = format!("there is a package `{game}` already");
    assert!(text(&refused.stderr).contains(&expected), "{refused:?}");
}

/// Runs the launcher with a cargo that only logs its arguments. Returns them and the output.
fn launch(workspace: &Workspace, line: &str) -> (String, Output) {
    let (cargo, log) = (workspace.beside("cargo"), workspace.beside("log"));
    fs::write(&cargo, format!("#!/bin/sh\necho \"$@\" > {}\n", log.display())).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut launcher = Command::new(workspace.output.path_of("cg"));
    launcher.args(line.split(' ')).env("CARGO", cargo).current_dir(workspace.root());
    let output = run(&mut launcher, "");
    (fs::read_to_string(log).unwrap(), output)
}
