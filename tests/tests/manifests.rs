//! The manifests of the games and the arena tell the same of them.

use std::collections::BTreeMap;

use arena::GAMES;
use serde_json::Value;
use tests::metadata;

#[test]
fn manifests_name_the_games_and_judges_that_the_arena_has() {
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
