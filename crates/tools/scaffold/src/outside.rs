//! New workspace of its own for games, which depends on the workspace of the tools.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::host::LOCK;
use crate::manifest::{is_of_a_game, with_profiles};
use crate::name::Name;
use crate::template::{Values, render_folder};

/// Folder of the templates of a workspace.
const TEMPLATES: &str = "workspace";

/// Packages of the new workspace besides the games.
const PACKAGES: [&str; 2] = ["own-registry", "programs"];

/// Folders of the packages on which the new workspace depends, and whether they have games by
/// default.
const DEPENDENCIES: [(&str, bool); 18] = [
    ("crates/engine/botio", false),
    ("crates/engine/gamekit", false),
    ("crates/engine/nn", false),
    ("crates/engine/probe", false),
    ("crates/engine/search", false),
    ("crates/engine/searchbot", false),
    ("crates/tools/boardroom", true),
    ("crates/tools/boards", false),
    ("crates/tools/bundle", false),
    ("crates/tools/cg", false),
    ("crates/tools/learner", true),
    ("crates/tools/options", false),
    ("crates/tools/registry", true),
    ("crates/tools/room", true),
    ("crates/tools/scaffold", false),
    ("crates/tools/testkit", false),
    ("crates/tools/trainer", false),
    ("crates/tools/workshop", true),
];

/// Crate that bots may use besides, as the manifest of the tools names it.
const CARRIED: &str = "fastrand = ";

/// Line of the manifest of the tools from which on the new workspace has the same lines.
const SETTINGS: &str = "[workspace.lints.rust]";

/// Package with a profile that only tests of the engine use.
const UNUSED: &str = "package.microlp.";

/// Files that the new workspace has too.
const SAME: [&str; 2] = [LOCK, "rustfmt.toml"];

/// Returns the files of the new workspace besides those of its first game.
///
/// `tools` is the folder of the workspace of the tools. Without `git`, the URL of a repository with
/// the tools, the new workspace depends on that folder.
pub(crate) fn files(
    tools: &Path,
    templates: &Path,
    name: &Name,
    git: Option<&str>,
    values: &Values,
) -> anyhow::Result<Vec<(PathBuf, String)>> {
    if PACKAGES.contains(&name.package()) {
        bail!("the workspace has a package `{}` of its own: choose another name", name.package());
    }
    let manifest = read(tools, "Cargo.toml")?;
    let mut values = values.clone();
    values.insert("dependencies", dependencies(tools, &manifest, git)?);
    values.insert("settings", settings(&manifest, name)?);
    let mut files = render_folder(&templates.join(TEMPLATES), &values)?;
    for path in SAME {
        files.push((path.into(), read(tools, path)?));
    }
    Ok(files)
}

fn read(tools: &Path, path: &str) -> anyhow::Result<String> {
    fs::read_to_string(tools.join(path)).with_context(|| path.to_owned())
}

/// Returns the lines of the dependencies.
fn dependencies(tools: &Path, manifest: &str, git: Option<&str>) -> anyhow::Result<String> {
    let line = |(folder, has_games): (&str, bool)| {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let source = match git {
            Some(url) => format!("git = {url:?}"),
            None => format!("path = {:?}", tools.join(folder)),
        };
        let features = if has_games { ", default-features = false" } else { "" };
        format!("{name} = {{ {source}{features} }}")
    };
    let carried = manifest.lines().find(|line| line.starts_with(CARRIED));
    let carried =
        carried.with_context(|| format!("Cargo.toml: no line begins with `{CARRIED}`"))?;
    let lines = DEPENDENCIES.into_iter().map(line).chain([carried.to_owned()]);
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the lints and profiles of the tools, with the lines of the new game in place of those of
/// the other games.
fn settings(manifest: &str, name: &Name) -> anyhow::Result<String> {
    let start = manifest.find(SETTINGS);
    let start = start.with_context(|| format!("Cargo.toml: there is no line `{SETTINGS}`"))?;
    let is_used = |line: &&str| !is_of_a_game(manifest, line) && !line.starts_with(UNUSED);
    // The package with the games is compiled as the registry is.
    let of_games = |line: &str| {
        let rest = line.strip_prefix("package.registry.");
        rest.map(|rest| format!("package.{}.{rest}", PACKAGES[0]))
    };
    let lines = manifest[start..].lines().filter(is_used);
    let text: String = lines
        .flat_map(|line| [Some(line.to_owned()), of_games(line)].into_iter().flatten())
        .map(|line| line + "\n")
        .collect();
    with_profiles(&text, name)
}

/// Takes what the workspace does not need out of its `Cargo.lock`. If cargo cannot do it now,
/// because packages are not on this machine yet, the first build does.
pub(crate) fn settle_lock(folder: &Path) {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--offline", "--quiet", "--format-version", "1"]);
    let _ = cargo.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Makes a git repository of a folder, if no other repository tracks its files: matches against
/// commits and `cargo cg new` need one.
pub(crate) fn init_git(folder: &Path) -> anyhow::Result<()> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(folder).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        git.status().context("git cannot be started: install it")
    };
    let is_inside = git(&["rev-parse", "--is-inside-work-tree"])?.success();
    let is_tracked = is_inside && !git(&["check-ignore", "--quiet", "."])?.success();
    if !is_tracked && !git(&["init"])?.success() {
        bail!("the workspace is written, but `git init` fails in {}", folder.display());
    }
    Ok(())
}
