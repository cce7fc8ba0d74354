//! Games of each kind in a copy of the workspace, beside the games that it has: their tests,
//! perft, and matches.

use std::process::Command;

use tests::{run, text};

use crate::matches::check_match;
use crate::skeletons::{SKELETONS, Skeleton};
use crate::workspace::{TESTS, Workspace};

#[test]
fn new_games_join_those_of_the_workspace() {
    let workspace = Workspace::copy();
    for Skeleton { game, options, .. } in &SKELETONS {
        let output = workspace.new_game(game, options);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(text(&output.stdout).lines().count(), 3, "{output:?}");
        workspace.commit();
    }
    let games = SKELETONS.map(|skeleton| skeleton.game);
    workspace.check_format(&[&games, &["registry"][..]].concat());
    let tests = workspace.build(&[&games, &["workshop"][..]].concat());
    assert_eq!(tests.len(), SKELETONS.len() * TESTS.len(), "{tests:?}");
    for test in tests {
        let tested = run(Command::new(test).current_dir(workspace.root()), "");
        assert!(tested.status.success(), "{tested:?}");
    }
    let listed = workspace.program("workshop", &["games"]);
    assert!(listed.contains("jungle"), "{listed}");
    for Skeleton { game, perft, .. } in &SKELETONS {
        assert!(listed.contains(game), "{listed}");
        let counted = workspace.program("workshop", &["perft", game, "4"]);
        assert_eq!(counted.trim(), perft.to_string());
        check_match(&workspace, game, &["--opening-plies", "4"]);
    }
}
