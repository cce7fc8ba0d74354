//! Game in a copy of the workspace, beside the games that it has.

use std::process::Command;

use tests::{run, text};

use crate::matches::check_match;
use crate::skeletons::SKELETONS;
use crate::workspace::{TESTS, Workspace};

#[test]
fn a_new_game_joins_those_of_the_workspace() {
    let workspace = Workspace::copy();
    let skeleton = &SKELETONS[0];
    let output = workspace.new_game(skeleton.game, skeleton.options);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout).lines().count(), 3, "{output:?}");
    workspace.check_format(&["registry", skeleton.game]);
    let selected = ["--package", "workshop", "--package", skeleton.game, "--bins"];
    let tests = workspace.build(&[skeleton.game], &selected);
    assert_eq!(tests.len(), TESTS.len(), "{tests:?}");
    for test in tests {
        let tested = run(Command::new(test).current_dir(workspace.root()), "");
        assert!(tested.status.success(), "{tested:?}");
    }
    let games = workspace.program("workshop", &["games"]);
    assert!(games.contains("jungle") && games.contains(skeleton.game), "{games}");
    let perft = workspace.program("workshop", &["perft", skeleton.game, "4"]);
    assert_eq!(perft.trim(), skeleton.perft.to_string());
    check_match(&workspace, skeleton.game, &["--opening-plies", "4"]);
}
