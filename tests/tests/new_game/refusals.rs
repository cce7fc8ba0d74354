//! Games that cannot be written: an error, and nothing is changed.

use std::fs;
use std::process::{Command, Output};

use tests::{run, text, tool};

use crate::workspace::Workspace;

/// Number of 512-byte blocks that a file may have: the larger templates have more.
const FULL_DISK: u32 = 4;

#[test]
fn a_game_that_cannot_be_written_changes_nothing() {
    let workspace = Workspace::copy();
    let check = |output: &Output, expected: &str| {
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(workspace.git(&["status", "--porcelain"]), "");
    };
    let refused = |game: &str, expected: &str| {
        check(&workspace.new_game(game, &[]), expected);
    };
    refused("jungle", "there is a package `jungle` already");

    let script = format!("trap '' XFSZ; ulimit -f {FULL_DISK}; exec \"$0\" new othello --no-book");
    let mut full = Command::new("sh");
    full.args(["-c", &script]).arg(tool("scaffold")).current_dir(workspace.root());
    check(&run(&mut full, ""), "File too large");

    let with = |path: &str, change: fn(String) -> String, expected: &str| {
        let path = workspace.root().join(path);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(before.clone())).unwrap();
        workspace.commit();
        refused("othello", expected);
        fs::write(&path, before).unwrap();
        workspace.commit();
    };
    let template = "crates/tools/scaffold/templates/game/crate/src/lib.rs";
    with(template, |text| text.replace("{{title}}", "{{tilte}}"), "called `tilte`");
    with(template, |text| text.replace("{{title}}", "{{title"), "`{{` without `}}`");
    let list = "crates/tools/registry/src/list.rs";
    with(list, |text| text.replace("&Entry::<", "&Game::<"), "list.rs: no line contains");

    fs::write(workspace.root().join(list), "changed").unwrap();
    let dirty = workspace.new_game("othello", &[]);
    assert_eq!(dirty.status.code(), Some(2));
    assert!(
        text(&dirty.stderr).contains("list.rs has changes that are not committed"),
        "{dirty:?}"
    );
    assert_eq!(workspace.git(&["status", "--porcelain"]), format!(" M {list}\n"));
}
