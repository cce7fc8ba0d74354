//! Games of each kind in a copy of the workspace, beside the games that it has: the registry of all
//! games compiles, and the tests of the new ones pass.

use std::process::Command;

use tests::{run, text};

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
    let tests = workspace.build(&[&games, &["registry"][..]].concat());
    assert_eq!(tests.len(), SKELETONS.len() * TESTS.len(), "{tests:?}");
    for test in tests {
        let tested = run(Command::new(test).current_dir(workspace.root()), "");
        assert!(tested.status.success(), "{tested:?}");
    }
}
