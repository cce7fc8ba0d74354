//! Cache of results of checks of single games, among tests that see the whole workspace.

use std::path::Path;

use arena::Game;
use unchanged::{Inputs, Records};

use crate::root;

/// Inputs of every check of a game, beside the game's own folder: engine, referees, the shared part of these tests, and how all of it is built.
const SHARED: [&str; 7] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "crates/*/*/Cargo.toml",
    "crates/engine",
    "crates/tools/arena",
    "tests/src",
];

/// Runs a check of one game, unless `cargo cg test` has seen it pass with the same files: those of the
/// game, of what all games share, and `more` of the workspace. By `cargo test` it always runs.
///
/// # Panics
///
/// The check fails, a file cannot be listed, or the outcome cannot be recorded.
pub fn unless_unchanged(check: &str, game: &dyn Game, more: &[&str], run: impl FnOnce()) {
    let Some((records, shared)) = Records::of_runner() else { return run() };
    let (name, own) =
        (format!("{check}.{}", game.name()), format!("crates/games/{}", game.package()));
    let mut files = SHARED.into_iter().chain([&own[..]]).chain(more.iter().copied());
    let add = |inputs: Inputs, path: &str| inputs.files(&root(), Path::new(path));
    let inputs = files.try_fold(shared, add);
    let inputs = inputs.expect("these tests need git, and a checkout");
    if records.note_of(&name, &inputs).is_some() {
        println!("unchanged: {name}");
        return;
    }
    run();
    records.record(&name, &inputs, "passed").expect("the build output can be written");
}
