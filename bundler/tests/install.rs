//! The bundler as people install it.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be set up has failed")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use support::{manifest, printed, scratch};

#[test]
fn cargo_installs_both_commands_and_they_bundle_any_workspace() {
    let folder = tempfile::tempdir().unwrap();
    // What the tests have built of other crates is good for this as well.
    let target = Path::new(env!("CARGO_BIN_EXE_bundler")).parent().unwrap().parent().unwrap();
    let installed = Command::new(env!("CARGO"))
        .args(["install", "--debug", "--locked", "--offline", "--path", env!("CARGO_MANIFEST_DIR")])
        .arg("--root")
        .arg(folder.path())
        .arg("--target-dir")
        .arg(target)
        .output()
        .unwrap();
    printed(&installed);
    let programs = folder.path().join("bin");
    let mut names: Vec<String> = fs::read_dir(&programs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["bundler", "cargo-bundler"]);

    let bundle = |program: PathBuf, first: &[&str], name: &str| {
        let file = folder.path().join(name);
        let output = Command::new(program)
            .args(first)
            .arg("--manifest-path")
            .arg(manifest("modules"))
            .args(["--quick", "-o"])
            .arg(&file)
            .env("CARGO_TARGET_DIR", scratch())
            .output()
            .unwrap();
        printed(&output);
        fs::read_to_string(file).unwrap()
    };
    let source = bundle(programs.join("bundler"), &[], "a.rs");
    assert!(source.contains("fn main()"));
    assert_eq!(bundle(programs.join("cargo-bundler"), &["bundler"], "b.rs"), source);
}
