//! Inputs of test programs, from which the keys of the cache of test results are computed.

use std::env;
use std::path::Path;

use unchanged::Inputs;

use crate::machine::Machine;

/// Folders of packages whose tests read files of their own package only. Tests of all other packages
/// may read the whole workspace.
const BY_THEMSELVES: [&str; 3] = ["bundler", "crates/engine", "crates/games"];

/// Files that every build depends on, as git pathspecs.
const MANIFESTS: [&str; 5] =
    [".cargo", "Cargo.toml", "Cargo.lock", "crates/*/*/Cargo.toml", "bundler/Cargo.toml"];

/// Prefixes of environment variables that change what a test does.
const VARIABLES: [&str; 6] =
    ["APPROVE", "BUNDLER_", "CARGO_", "DEVICE_PIXEL_RATIO", "PROPTEST_", "RUST"];

/// Inputs that all test programs of a run share.
pub(crate) struct Reads {
    root: &'static Path,
    /// Versions of programs, and variables.
    pub(crate) shared: Inputs,
    /// The same and all files of the workspace, if git can list them.
    everything: Option<Inputs>,
}

impl Reads {
    /// Reads the workspace, and asks the machine for its compilers and its browser.
    pub(crate) fn on(machine: &Machine, root: &'static Path) -> Reads {
        let is_read = |name: &str| VARIABLES.iter().any(|start| name.starts_with(start));
        let mut variables: Vec<(String, String)> = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| is_read(name))
            .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
            .collect();
        variables.sort_unstable();
        let shared = Inputs::default().text(&machine.versions()).text(&format!("{variables:?}"));
        let everything = shared.clone().files(root, Path::new(".")).ok();
        Reads { root, shared, everything }
    }

    /// Returns the inputs of a test program, whose package lies in `folder`. `None` without git, or
    /// outside of a work tree.
    pub(crate) fn inputs(&self, program: &Path, folder: &Path) -> Option<Inputs> {
        let own = folder.strip_prefix(self.root).ok()?;
        let inputs = if BY_THEMSELVES.iter().any(|folder| own.starts_with(folder)) {
            let mut files = MANIFESTS.iter().map(Path::new).chain([own]);
            files
                .try_fold(self.shared.clone(), |inputs, path| inputs.files(self.root, path).ok())?
        } else {
            self.everything.clone()?
        };
        inputs.program(program).ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::programs::root;

    /// Returns the Rust files below a folder that name a path two folders up as they run.
    fn files_that_look_up(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("fixtures") {
                found.extend(files_that_look_up(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let looks_up = |line: &str| line.contains("\"../..") && !line.contains("#[path");
                if text.lines().any(looks_up) {
                    found.push(path);
                }
            }
        }
        found
    }

    #[test]
    fn packages_that_are_tested_by_themselves_do_not_look_outside_of_their_folder() {
        for folder in BY_THEMSELVES {
            let found = files_that_look_up(&root().join(folder));
            assert!(found.is_empty(), "{found:?}");
        }
        assert!(!files_that_look_up(&root().join("crates/tools/arena")).is_empty());
    }

    #[test]
    fn a_package_outside_of_the_workspace_is_always_tested() {
        let machine = Machine { path: None, system: "/nonexistent".into() };
        let reads = Reads::on(&machine, root());
        let own = root().join("crates/tools/cg");
        let program = own.join("Cargo.toml");
        assert!(reads.inputs(&program, &own).is_some());
        assert!(reads.inputs(&program, Path::new("/elsewhere")).is_none());
        assert!(reads.inputs(Path::new("/nonexistent"), &own).is_none());
    }
}
