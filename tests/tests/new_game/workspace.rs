//! Workspaces in git repositories of their own, into which games are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_metadata::{Artifact, Dependency};
use registry::main_games;
use tempfile::TempDir;
use tests::{copy_workspace, metadata, root, run, text, tool};

use crate::build_output::BuildOutput;
use crate::skeletons::{PROFILE, Skeleton};

/// Tests of a game.
pub(crate) const TESTS: [&str; 3] = ["contract", "bot", "search"];

/// Profile of a judge with the compiler of the workspace and CodinGame's.
const JUDGE: &str = "name = \"My judge\"\nlimit = 60000\ncompilers = [\"path\", \"1.90.0\"]\n";

/// Configuration of cargo for a quick build: the tools are built once, and nobody debugs them.
const QUICK: &str = "[build]\nincremental = false\n\n[profile.dev]\ndebug = false\n";

/// Package that has all external dependencies of the tools.
const SAME_FEATURES: &str = "same-features";

/// Packages of the tools that take longer to optimise than they run here.
const PLAIN: [&str; 5] = ["boards", "codingame", "learner", "registry", "trainer"];

/// Workspace in a git repository of its own.
pub(crate) struct Workspace {
    folder: TempDir,
    pub(crate) output: BuildOutput,
}

impl Workspace {
    /// Returns a workspace that has no files yet. Of its packages, the `plain` ones will be built
    /// without optimisation.
    fn empty(plain: &[&str]) -> Workspace {
        let folder = tempfile::tempdir_in(metadata().target_directory).unwrap();
        let output = BuildOutput::in_folder(folder.path());
        let workspace = Workspace { folder, output };
        let plain = plain.iter().map(|name| format!("package.{name}.opt-level = 0\n"));
        fs::create_dir(workspace.beside(".cargo")).unwrap();
        let config = QUICK.to_owned() + &plain.collect::<String>();
        fs::write(workspace.beside(".cargo/config.toml"), config).unwrap();
        workspace
    }

    /// Returns a copy of the workspace.
    pub(crate) fn copy() -> Workspace {
        // The tests of a copy do not play the games of this workspace.
        let idle = main_games().map(|game| game.package());
        let workspace = Workspace::empty(&PLAIN.into_iter().chain(idle).collect::<Vec<_>>());
        copy_workspace(&workspace.root());
        fs::copy(root().join("rustfmt.toml"), workspace.root().join("rustfmt.toml")).unwrap();
        fs::write(workspace.root().join(PROFILE), JUDGE).unwrap();
        workspace.git(&["init", "--quiet"]);
        workspace.commit();
        workspace
    }

    /// Returns a workspace that `cargo cg new --outside` has written with its first game, and the
    /// output of that command.
    pub(crate) fn outside(first: &Skeleton) -> (Workspace, Output) {
        let workspace = Workspace::empty(&[&PLAIN, &["own-registry"][..]].concat());
        let path = workspace.root();
        let options = [first.options, &["--outside", path.to_str().unwrap()]].concat();
        let output = new_game(&root(), first.game, &options);
        assert!(output.status.success(), "{output:?}");
        fs::write(path.join(PROFILE), JUDGE).unwrap();
        workspace.commit();
        (workspace, output)
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    /// Returns the path of a file that is not part of the workspace.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=test", "-c", "user.email=test@test"]).args(arguments);
        // Never the repository of these tests, in whose folders the workspace may lie.
        git.env("GIT_CEILING_DIRECTORIES", self.folder.path());
        let output = run(git.current_dir(self.root()), "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).to_owned()
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "state"]);
    }

    /// Writes a game without a book.
    pub(crate) fn new_game(&self, game: &str, options: &[&str]) -> Output {
        new_game(&self.root(), game, options)
    }

    /// Checks that the packages are formatted.
    pub(crate) fn check_format(&self, packages: &[&str]) {
        let mut format = Command::new("cargo");
        format.args(["fmt", "--check"]);
        format.args(packages.iter().flat_map(|name| ["--package", name]));
        let output = run(format.current_dir(self.root()), "");
        assert!(output.status.success(), "{output:?}");
    }

    /// Builds the programs and the tests of the packages. Returns the programs of the tests.
    pub(crate) fn build(&self, packages: &[&str]) -> Vec<PathBuf> {
        let packages = packages.iter().copied().chain([SAME_FEATURES]);
        let packages = packages.flat_map(|name| ["--package", name]);
        let tests = TESTS.iter().flat_map(|name| ["--test", name]);
        let artifacts =
            self.build_with_same_features(packages.chain(["--lib", "--bins"]).chain(tests));
        let tests = artifacts.into_iter().filter(|artifact| artifact.profile.test);
        tests.filter_map(|artifact| artifact.executable.map(PathBuf::from)).collect()
    }

    /// Builds all programs.
    pub(crate) fn build_programs(&self, features: &str) {
        self.build_with_same_features(["--workspace", "--bins", "--features", features]);
    }

    /// Runs a program and returns its output.
    pub(crate) fn program(&self, name: &str, arguments: &[&str]) -> String {
        let output = self.output.run(&self.root(), name, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    }

    /// Builds what is selected, together with a package that has all external dependencies of the
    /// tools: cargo then takes them from the build output of the tests, where they have the same
    /// features and, by the lock file of this workspace, the same versions.
    fn build_with_same_features<'a>(
        &self,
        selected: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Artifact> {
        let folder = self.root().join("crates/tools").join(SAME_FEATURES);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/lib.rs"), "").unwrap();
        let manifest = format!(
            "[package]\nname = \"{SAME_FEATURES}\"\nedition = \"2024\"\n\n{}",
            external_dependencies()
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let lock = self.root().join("Cargo.lock");
        let own_lock = fs::read(&lock).unwrap();
        fs::copy(root().join("Cargo.lock"), &lock).unwrap();
        let built = self.output.build(&self.root(), selected);
        fs::write(&lock, own_lock).unwrap();
        fs::remove_dir_all(folder).unwrap();
        built
    }
}

/// Runs `cargo cg new` in a folder without making a book.
fn new_game(folder: &Path, game: &str, options: &[&str]) -> Output {
    let mut new = Command::new(tool("scaffold"));
    new.args(["new", game, "--no-book"]).args(options).current_dir(folder);
    run(&mut new, "")
}

/// Returns the external dependencies of all packages of this workspace, with all features that they
/// are used with, as tables of a manifest.
fn external_dependencies() -> String {
    let packages = metadata().packages;
    let external = packages.iter().flat_map(|package| &package.dependencies);
    let mut tables: BTreeMap<String, (bool, BTreeSet<&str>)> = BTreeMap::new();
    for dependency in external.filter(|other| other.path.is_none()) {
        let (has_default, features) = tables.entry(head_of(dependency)).or_default();
        *has_default |= dependency.uses_default_features;
        features.extend(dependency.features.iter().map(String::as_str));
    }
    let table = |(head, (has_default, features)): (String, (bool, BTreeSet<&str>))| {
        let features = Vec::from_iter(features);
        format!("{head}default-features = {has_default}\nfeatures = {features:?}\n\n")
    };
    tables.into_iter().map(table).collect()
}

/// Returns the table of a dependency, up to its features.
fn head_of(Dependency { name, req, target, .. }: &Dependency) -> String {
    let version = req.to_string().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let target = target.as_ref().map(|target| format!("target.'{target}'."));
    format!(
        "[{}dependencies.{name}{version}]\npackage = \"{name}\"\nversion = \"{req}\"\n",
        target.unwrap_or_default()
    )
}
