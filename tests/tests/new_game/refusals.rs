//! Games that cannot be written: an error, and nothing is changed.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::{run, text, tool};

use crate::workspace::Workspace;

/// Number of 512-byte blocks that a file may have: the larger templates have more.
const FULL_DISK: u32 = 4;

/// Capabilities of root that ignore the mode bits of files and folders.
const OVERRIDES: &str = "--bounding-set=-dac_override,-dac_read_search";

/// Mode bits that allow writing.
const WRITE: u32 = 0o222;

/// Folders that nobody may write until the value is dropped.
struct ReadOnly {
    modes: Vec<(PathBuf, u32)>,
}

impl ReadOnly {
    fn new(folders: Vec<PathBuf>) -> ReadOnly {
        let forbid = |folder: PathBuf| {
            let mode = fs::metadata(&folder).unwrap().mode();
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode & !WRITE)).unwrap();
            (folder, mode)
        };
        ReadOnly { modes: folders.into_iter().map(forbid).collect() }
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        for (folder, mode) in &self.modes {
            let _ = fs::set_permissions(folder, fs::Permissions::from_mode(*mode));
        }
    }
}

/// Returns a folder and all folders below it.
fn all_folders(folder: PathBuf) -> Vec<PathBuf> {
    let mut folders = vec![folder];
    let mut next = 0;
    while let Some(folder) = folders.get(next) {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let below = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        folders.extend(below.map(|entry| entry.path()).collect::<Vec<_>>());
        next += 1;
    }
    folders
}

/// Writes a game in a folder as a process that mode bits bind, also if it runs as root.
fn new_game_bound_by_modes(folder: &Path) -> Output {
    let is_root = fs::metadata(folder).unwrap().uid() == 0;
    let mut new = if is_root { Command::new("setpriv") } else { Command::new(tool("scaffold")) };
    if is_root {
        new.arg(OVERRIDES).arg(tool("scaffold"));
    }
    run(new.args(["new", "othello", "--no-book"]).current_dir(folder), "")
}

#[test]
fn a_read_only_folder_changes_nothing() {
    let workspace = Workspace::copy();
    let check = |folders: Vec<PathBuf>, expected: &str| {
        let read_only = ReadOnly::new(folders);
        let output = new_game_bound_by_modes(&workspace.root());
        drop(read_only);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("{expected} cannot be written")), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(workspace.git(&["status", "--porcelain"]), "");
    };
    check(all_folders(workspace.root()), "/workspace");
    // The folder of the first file that is written, and that of the last one.
    let in_folder = |folder: &str| vec![workspace.root().join(folder)];
    check(in_folder("crates/games"), "/crates/games/othello");
    check(in_folder("crates/tools/registry/src"), "/crates/tools/registry/src/list.rs");
}

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
