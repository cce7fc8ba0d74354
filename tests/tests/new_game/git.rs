//! Workspace that depends on the tools by the URL of a git repository.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::{metadata, run, text};

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
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["check", "--quiet", "--package", game, "--all-targets"]);
    cargo.env("CARGO_HOME", home).env("CARGO_TARGET_DIR", tools.beside("target"));
    let checked = run(cargo.current_dir(&games), "");
    assert!(checked.status.success(), "{checked:?}");
    assert_eq!(text(&checked.stderr), "", "cargo complains about a manifest of the repository");

    let known = metadata().packages;
    let known = known.iter().map(|package| (package.name.as_str(), package.version.to_string()));
    let known: Vec<String> =
        known.map(|(name, version)| format!("name = {name:?}\nversion = {version:?}\n")).collect();
    let lock = fs::read_to_string(games.join("Cargo.lock")).unwrap();
    let packages = lock.split("[[package]]\n");
    let found: Vec<&str> = packages.filter(|package| package.contains(&url)).collect();
    for package in &found {
        let is_known = known.iter().any(|known| package.starts_with(known));
        assert!(is_known, "a package of the tests has the name of a tool: {package}");
    }
    let is_found = |name: &str| found.iter().any(|package| package.contains(name));
    assert!(is_found("name = \"search\"") && is_found("name = \"workshop\""), "{found:?}");
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
