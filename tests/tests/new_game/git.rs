//! Workspace that depends on the tools by the URL of a git repository.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;
use tests::{cargo, metadata, run, text};

use crate::skeletons::SKELETONS;
use crate::workspace::Workspace;

#[test]
fn cargo_finds_the_tools_in_a_git_repository() {
    let tools = Workspace::copy();
    let (games, home) = (tools.beside("games"), tools.beside("home"));
    let url = format!("file://{}", tools.root().display());
    let game = SKELETONS[0].game;
    let options = ["--outside", games.to_str().unwrap(), "--git", &url];
    let written = tools.new_game(game, &options);
    assert!(written.status.success(), "{written:?}");

    make_cargo_home(&home);
    let mut cargo = cargo();
    cargo.args(["metadata", "--quiet", "--all-features", "--format-version", "1"]);
    cargo.env("CARGO_HOME", home);
    let resolved = run(cargo.current_dir(&games), "");
    assert!(resolved.status.success(), "{resolved:?}");
    assert_eq!(text(&resolved.stderr), "", "cargo complains about a manifest of the repository");

    // A package of the tests with the name of a tool would be taken for it.
    let own = metadata();
    let place_of = |name: &str| {
        let package = own.packages.iter().find(|package| package.name == name)?;
        package.manifest_path.strip_prefix(&own.workspace_root).ok()
    };
    let resolved = MetadataCommand::parse(text(&resolved.stdout)).unwrap();
    let mut found = BTreeSet::new();
    for package in &resolved.packages {
        if package.source.as_ref().is_some_and(|source| source.repr.contains(&url)) {
            let place = place_of(&package.name);
            let is_tool = place.is_some_and(|place| package.manifest_path.ends_with(place));
            assert!(is_tool, "{}: {}", package.name, package.manifest_path);
            found.insert(package.name.to_string());
        }
    }
    assert!(found.contains("search") && found.contains("workshop"), "{found:?}");
}

/// Makes a home folder of cargo with all that the usual one has, but without git repositories, so
/// that none of a temporary folder is left there.
fn make_cargo_home(folder: &Path) {
    let usual = env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = usual.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap();
    fs::create_dir(folder).unwrap();
    for entry in fs::read_dir(usual).unwrap().map(Result::unwrap) {
        if entry.file_name() != "git" {
            symlink(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
}
