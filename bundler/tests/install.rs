//! Tests of an installation: the crate as a registry has it, alone, with its default features.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use cargo_metadata::MetadataCommand;

use crate::support::{printed, scratch};

/// Packs the crate as for a registry and checks that alone. The other tests build the bundler with
/// its dev-dependencies, with all files of its folder, and perhaps with the packages of the
/// workspace, which may turn on features that it needs.
#[test]
fn both_commands_compile_from_the_published_crate_alone() {
    let target = scratch().join("install");
    let packed = Command::new(env!("CARGO"))
        .args(["package", "--no-verify", "--allow-dirty", "--offline", "--quiet"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .arg("--target-dir")
        .arg(&target)
        .output()
        .unwrap();
    printed(&packed);
    let name = concat!("judge-bundler-", env!("CARGO_PKG_VERSION"));
    let unpacked = target.join(name);
    // Files that the crate no longer has.
    let _ = fs::remove_dir_all(&unpacked);
    let archive = target.join("package").join(format!("{name}.crate"));
    // With the time of now: cargo takes older files for those of an earlier check.
    let tar = Command::new("tar").arg("-xzmf").arg(archive).arg("-C").arg(&target).output();
    printed(&tar.unwrap());
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        assert!(unpacked.join(file).is_file(), "{file}");
    }
    assert!(!unpacked.join("tests").exists());
    let manifest = unpacked.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    // The folders above are those of another workspace. With its profile and in its build output,
    // cargo takes most dependencies from earlier checks.
    fs::write(&manifest, format!("{text}\n[workspace]\n\n{}\n", profile_of_workspace())).unwrap();
    let checked = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--locked", "--offline", "--bins", "--manifest-path"])
        .arg(&manifest)
        .env("CARGO_TARGET_DIR", scratch().parent().unwrap())
        .output()
        .unwrap();
    printed(&checked);
}

/// Returns the lines of the workspace's manifest about the profile of its tests.
fn profile_of_workspace() -> String {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let paragraph = text.split("\n\n").find(|paragraph| paragraph.contains("[profile.dev]"));
    paragraph.expect("the workspace has a profile for its tests").to_owned()
}

#[test]
fn cargo_installs_both_commands_by_default() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let package = metadata.packages.iter().find(|package| package.name == "judge-bundler").unwrap();
    let default = &package.features["default"];
    let programs = package.targets.iter().filter(|target| target.is_bin());
    let installed = programs
        .filter(|program| program.required_features.iter().all(|name| default.contains(name)));
    let names: BTreeSet<&str> = installed.map(|program| program.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(["bundler", "cargo-bundler"]));
}
