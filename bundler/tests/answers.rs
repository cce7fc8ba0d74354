//! Cargo's answers about a workspace: kept until something changes that they depend on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::support::printed;

/// A workspace with a cargo that records its subcommands.
struct Workspace {
    folder: tempfile::TempDir,
}

impl Workspace {
    fn new() -> Self {
        let workspace = Self { folder: tempfile::tempdir().unwrap() };
        workspace.write("Cargo.toml", "[workspace]\nmembers = [\"bots/*\"]\nresolver = \"3\"\n");
        workspace.add_bot("one");
        let cargo = format!(
            "#!/bin/sh\necho \"$1\" >> \"{}\"\nexec \"{}\" \"$@\"\n",
            workspace.path("asked").display(),
            env!("CARGO"),
        );
        workspace.write("cargo", &cargo);
        let made = Command::new("chmod").arg("+x").arg(workspace.path("cargo")).status().unwrap();
        assert!(made.success());
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn add_bot(&self, name: &str) {
        let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
        self.write(&format!("bots/{name}/Cargo.toml"), &manifest);
        self.write(&format!("bots/{name}/src/main.rs"), "fn main() {}\n");
    }

    fn run(&self, options: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bundler"));
        command.arg("--manifest-path").arg(self.path("Cargo.toml")).arg("--no-check");
        command.args(options).env("CARGO", self.path("cargo"));
        command.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR");
        command.envs(variables.iter().copied()).output().unwrap()
    }

    /// Bundles, and returns the text.
    fn bundle(&self, options: &[&str], variables: &[(&str, &str)]) -> String {
        printed(&self.run(options, variables))
    }

    /// Returns the only file of kept answers.
    fn file(&self) -> PathBuf {
        let files = fs::read_dir(self.path("target/cargo-answers")).unwrap();
        let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        let [file] = files.as_slice() else { panic!("{files:?}") };
        file.clone()
    }

    fn kept(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    /// Returns the subcommands with which cargo was asked since the last call.
    fn asked(&self) -> Vec<String> {
        let asked = fs::read_to_string(self.path("asked")).unwrap_or_default();
        drop(fs::remove_file(self.path("asked")));
        asked.lines().map(str::to_owned).collect()
    }
}

const ALL: [&str; 2] = ["metadata", "tree"];

#[test]
fn cargo_is_asked_again_only_after_a_change_of_what_its_answers_depend_on() {
    let workspace = Workspace::new();
    workspace.bundle(&[], &[]);
    assert_eq!(workspace.asked(), ALL);
    workspace.write("bots/one/src/main.rs", "fn main() { print!(\"new\"); }\n");
    assert!(workspace.bundle(&[], &[]).contains("new"));
    assert_eq!(workspace.asked(), [""; 0]);

    let changes: [(&str, &dyn Fn()); 6] = [
        ("a manifest", &|| {
            let manifest = "[package]\nname = \"one\"\nedition = \"2021\"\n";
            workspace.write("bots/one/Cargo.toml", manifest);
        }),
        ("the workspace's manifest", &|| {
            let manifest = "[workspace]\nmembers = [\"bots/*\"]\nresolver = \"2\"\n";
            workspace.write("Cargo.toml", manifest);
        }),
        ("the lock file", &|| fs::remove_file(workspace.path("Cargo.lock")).unwrap()),
        ("cargo's configuration", &|| workspace.write(".cargo/config.toml", "[term]\n")),
        ("a new target", &|| workspace.write("bots/one/examples/two.rs", "fn main() {}\n")),
        ("a build script", &|| workspace.write("bots/one/build.rs", "fn main() {}\n")),
    ];
    for (what, change) in changes {
        change();
        workspace.bundle(&[], &[]);
        assert_eq!(workspace.asked()[..2], ALL, "{what}");
    }
    fs::remove_file(workspace.path("bots/one/build.rs")).unwrap();
    workspace.bundle(&[], &[]);
    assert_eq!(workspace.asked(), ALL);
    workspace.bundle(&[], &[("RUSTFLAGS", "--cfg other"), ("CARGO_REGISTRY_TOKEN", "secret")]);
    assert_eq!(workspace.asked(), ALL, "variables");
    assert!(!workspace.kept().contains("secret"));
    workspace.bundle(&[], &[("RUSTFLAGS", "--cfg other"), ("CARGO_REGISTRY_TOKEN", "secret")]);
    assert_eq!(workspace.asked(), [""; 0]);
}

#[test]
fn a_new_member_is_found_and_damaged_answers_do_not_count() {
    let workspace = Workspace::new();
    workspace.bundle(&["--package", "one"], &[]);
    workspace.add_bot("two");
    workspace.asked();
    workspace.bundle(&["--package", "two"], &[]);
    assert_eq!(workspace.asked(), ALL);
    // The metadata are those of the whole workspace.
    workspace.bundle(&["--package", "one"], &[]);
    assert_eq!(workspace.asked(), ["tree"]);

    fs::write(workspace.file(), "{").unwrap();
    workspace.bundle(&["--package", "one"], &[]);
    assert_eq!(workspace.asked(), ALL);
}

#[test]
fn an_error_is_never_one_of_kept_answers() {
    let workspace = Workspace::new();
    workspace.bundle(&["--package", "one"], &[]);
    workspace.asked();
    let output = workspace.run(&["--package", "three"], &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("three"), "{errors}");
    assert_eq!(workspace.asked(), ["metadata"]);
}

#[test]
fn answers_that_cannot_be_kept_are_asked_for() {
    let workspace = Workspace::new();
    // A file where the folder of the answers would be.
    workspace.write("target/cargo-answers", "");
    for _ in 0..2 {
        workspace.bundle(&[], &[]);
        assert_eq!(workspace.asked(), ALL);
    }
    assert!(Path::is_file(&workspace.path("target/cargo-answers")));
}
