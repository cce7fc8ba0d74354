//! Inputs of test programs. Their hash is the key of the cache of test results.

use std::env;
use std::path::Path;

use unchanged::Inputs;

use crate::machine::Machine;

/// Folders of packages whose tests read files of their own package only. Tests of all other
/// packages may read any file of the workspace.
const SELF_CONTAINED: [&str; 3] = ["bundler", "crates/engine", "crates/games"];

/// Files that every build depends on, as git pathspecs.
const MANIFESTS: [&str; 5] =
    [".cargo", "Cargo.toml", "Cargo.lock", "crates/*/*/Cargo.toml", "bundler/Cargo.toml"];

/// Prefixes of environment variables that change what a test does.
const VARIABLES: [&str; 9] = [
    "APPROVE",
    "BUNDLER_",
    "CARGO_",
    "DEVICE_PIXEL_RATIO",
    "DISK_FAULTS",
    "FUZZ_",
    "PERFT_LARGEST",
    "PROPTEST_",
    "RUST",
];

/// Inputs that all test programs of a run share.
pub(crate) struct TestInputs {
    root: &'static Path,
    /// Versions of programs, and environment variables.
    pub(crate) shared: Inputs,
    /// `shared` and all files of the workspace, if git can list them.
    everything: Option<Inputs>,
}

impl TestInputs {
    /// Collects the files of the workspace and the versions of the machine's compilers and browser.
    pub(crate) fn on(machine: &Machine, root: &'static Path) -> TestInputs {
        let is_relevant = |name: &str| VARIABLES.iter().any(|start| name.starts_with(start));
        let mut variables: Vec<(String, String)> = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| is_relevant(name))
            .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
            .collect();
        variables.sort_unstable();
        let shared = Inputs::default().text(&machine.versions()).text(&format!("{variables:?}"));
        let everything = shared.clone().files(root, Path::new(".")).ok();
        TestInputs { root, shared, everything }
    }

    /// Returns the inputs of a test program of the package in `folder`. `None` without git, or
    /// outside of the work tree.
    pub(crate) fn inputs(&self, program: &Path, folder: &Path) -> Option<Inputs> {
        let own = folder.strip_prefix(self.root).ok()?;
        let inputs = if SELF_CONTAINED.iter().any(|folder| own.starts_with(folder)) {
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
    use crate::programs::Programs;

    /// Returns the Rust files below a folder that use a path two folders up at run time.
    fn files_with_outside_paths(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("fixtures") {
                found.extend(files_with_outside_paths(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let has_outside_path =
                    |line: &str| line.contains("\"../..") && !line.contains("#[path");
                if text.lines().any(has_outside_path) {
                    found.push(path);
                }
            }
        }
        found
    }

    #[test]
    fn self_contained_packages_do_not_read_files_outside_of_their_folder() {
        for folder in SELF_CONTAINED {
            let found = files_with_outside_paths(&Programs::own().root().join(folder));
            assert!(found.is_empty(), "{found:?}");
        }
        assert!(
            !files_with_outside_paths(&Programs::own().root().join("crates/tools/arena"))
                .is_empty()
        );
    }

    #[test]
    fn a_package_outside_of_the_workspace_is_always_tested() {
        let machine = Machine { path: None, system: "/nonexistent".into() };
        let test_inputs = TestInputs::on(&machine, Programs::own().root());
        let own = Programs::own().root().join("crates/tools/cg");
        let program = own.join("Cargo.toml");
        assert!(test_inputs.inputs(&program, &own).is_some());
        assert!(test_inputs.inputs(&program, Path::new("/elsewhere")).is_none());
        assert!(test_inputs.inputs(Path::new("/nonexistent"), &own).is_none());
    }
}
