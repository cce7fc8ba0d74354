//! Tests of an installation: the package alone, with its default features.

use std::{collections::BTreeSet, process::Command};

use cargo_metadata::MetadataCommand;

use crate::support::{printed, scratch};

/// Checks the package alone. The other tests build the bundler with its dev-dependencies, and
/// perhaps with the packages of the workspace, which may turn on features that it needs. `cargo
/// install` does not turn them on.
#[test]
fn both_commands_compile_without_features_that_only_tests_or_other_packages_turn_on() {
    let checked = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--locked", "--offline", "--bins", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .env("CARGO_TARGET_DIR", scratch().join("install"))
        .output()
        .unwrap();
    printed(&checked);
}

#[test]
fn cargo_installs_both_commands_by_default() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let package = metadata.packages.iter().find(|package| package.name == "bundler").unwrap();
    let default = &package.features["default"];
    let programs = package.targets.iter().filter(|target| target.is_bin());
    let installed = programs
        .filter(|program| program.required_features.iter().all(|name| default.contains(name)));
    let names: BTreeSet<&str> = installed.map(|program| program.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(["bundler", "cargo-bundler"]));
}
