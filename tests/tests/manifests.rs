//! Manifests of the games: their metadata agrees with the arena, and the profiles of tests and
//! tools optimise the games.

use std::collections::BTreeMap;
use std::fs::read_to_string;

use registry::GAMES;
use registry::main_games;
use serde_json::Value;
use tests::{metadata, root};

#[test]
fn manifests_name_the_games_and_judges_of_the_arena() {
    let mut found = BTreeMap::new();
    for package in metadata().packages {
        if !package.manifest_path.as_str().contains("/crates/games/") {
            continue;
        }
        let (name, about) = (package.name.to_string(), package.metadata["cg"].clone());
        let judge = about["judge"].as_str().unwrap_or("CodinGame").to_owned();
        let games = match &about["games"] {
            Value::Array(games) => {
                games.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => vec![name.clone()],
        };
        found.extend(games.into_iter().map(|game| (game, (name.clone(), judge.clone()))));
    }
    let expected: BTreeMap<_, _> = GAMES
        .iter()
        .map(|game| (game.name().to_owned(), (game.package().to_owned(), game.judge().to_owned())))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_profiles_of_tests_and_tools_optimise_every_game() {
    let manifest = read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let lines_of = |profile: &str| {
        let (_, section) = manifest.split_once(profile).expect("the manifest has the profile");
        section.split("\n[").next().unwrap_or_default().to_owned()
    };
    for profile in ["[profile.dev]", "[profile.tools]"] {
        for game in main_games() {
            let line = format!("\npackage.{}.opt-level = ", game.package());
            assert!(lines_of(profile).contains(&line), "{profile} has no line {line}");
        }
    }
}
