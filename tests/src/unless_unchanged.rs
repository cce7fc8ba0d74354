//! Cache of the results of checks of single games, for tests that depend on the whole workspace.

use std::path::Path;

use registry::Game;
use unchanged::{Inputs, Records};

use crate::workspace::root;

/// Inputs of every check of a game, besides the folder of the game: the engine, the referees and
/// matches, the shared code of the tests, and the build configuration.
const SHARED: [&str; 10] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "crates/*/*/Cargo.toml",
    "crates/engine",
    "crates/tools/arena",
    "crates/tools/registry",
    "crates/tools/stats",
    "crates/tools/trainer",
    "tests/src",
];

/// Runs a check of one game, unless it has passed under `cargo cg test` with the same input files:
/// those of the game, those that all games share, and `more` files of the workspace. Under
/// `cargo test` the check always runs.
///
/// # Panics
///
/// Panics if the check fails, a file cannot be listed, or the result cannot be recorded.
pub fn unless_unchanged(check: &str, game: &dyn Game, more: &[&str], run: impl FnOnce()) {
    let Some((records, shared)) = Records::of_runner() else { return run() };
    let (name, own) =
        (format!("{check}.{}", game.name()), format!("crates/games/{}", game.package()));
    let mut files = SHARED.into_iter().chain([&own[..]]).chain(more.iter().copied());
    let add = |inputs: Inputs, path: &str| inputs.files(&root(), Path::new(path));
    let inputs = files.try_fold(shared, add);
    let inputs = inputs.expect("the tests run in a git checkout");
    if records.note_of(&name, &inputs).is_some() {
        println!("unchanged: {name}");
        return;
    }
    run();
    records.record(&name, &inputs, "passed").expect("the build directory can be written");
}
