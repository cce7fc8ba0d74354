//! Manifests: their metadata agrees with the arena and with the archives of a release, and the
//! profiles of tests and tools optimise the games.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, read_to_string};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use cargo_metadata::Package;
use registry::GAMES;
use registry::main_games;
use serde_json::Value;
use tempfile::TempDir;
use tests::{metadata, root, run, text};

#[test]
fn manifests_name_the_games_and_judges_of_the_arena() {
    let mut found = BTreeMap::new();
    for package in metadata().packages {
        if !package.manifest_path.as_str().contains("/crates/games/") {
            continue;
        }
        let (name, about) = (package.name.to_string(), package.metadata["cg"].clone());
        let judge = about["judge"].as_str().unwrap_or("CodinGame").to_owned();
        let games = match &about["games"] {
            Value::Array(games) => {
                games.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => vec![name.clone()],
        };
        found.extend(games.into_iter().map(|game| (game, (name.clone(), judge.clone()))));
    }
    let expected: BTreeMap<_, _> = GAMES
        .iter()
        .map(|game| (game.name().to_owned(), (game.package().to_owned(), game.judge().to_owned())))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_profiles_of_tests_and_tools_optimise_every_game() {
    let manifest = read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let lines_of = |profile: &str| {
        let (_, section) = manifest.split_once(profile).expect("the manifest has the profile");
        section.split("\n[").next().unwrap_or_default().to_owned()
    };
    for profile in ["[profile.dev]", "[profile.tools]"] {
        for game in main_games() {
            let line = format!("\npackage.{}.opt-level = ", game.package());
            assert!(lines_of(profile).contains(&line), "{profile} has no line {line}");
        }
    }
}

/// Address that stands for the repository of a release.
const REPOSITORY: &str = "https://example.org/bots";

/// Returns the packages with archives in a release.
fn released() -> Vec<Package> {
    let is_released = |package: &Package| !package.metadata["binstall"].is_null();
    let packages: Vec<Package> = metadata().packages.into_iter().filter(is_released).collect();
    let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(names, ["judge-bundler", "cargo-cg"]);
    packages
}

/// Returns the files of a package's programs on a target, sorted.
fn program_files(package: &Package, target: &str) -> Vec<String> {
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    let programs = package.targets.iter().filter(|target| target.is_bin());
    let mut files: Vec<_> = programs.map(|program| format!("{}{suffix}", program.name)).collect();
    files.sort();
    files
}

/// Runs `.github/pack` with a cargo that builds nothing and with other files as programs. Returns
/// the folder whose folder `release` has the archives.
fn packed(packages: &[Package], target: &str, version: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join(".github/pack");
    fs::create_dir(script.parent().unwrap()).unwrap();
    fs::copy(root().join(".github/pack"), &script).unwrap();
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let built = folder.path().join("target").join(target).join("release");
    fs::create_dir_all(&built).unwrap();
    for file in packages.iter().flat_map(|package| program_files(package, target)) {
        fs::write(built.join(file), "program").unwrap();
    }
    let path = format!("{}:{}", folder.path().display(), env::var("PATH").unwrap());
    let mut pack = Command::new("bash");
    pack.arg(script).args([target, version]).env("PATH", path).env_remove("CARGO_TARGET_DIR");
    let output = run(&mut pack, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    folder
}

/// `cargo binstall` takes the URL of an archive, and the place of each program in it, from the
/// manifest of the package.
#[test]
fn binstall_finds_the_archives_of_a_release_and_their_programs() {
    let workflow = read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    assert!(workflow.contains("pack ${{ matrix.target }} v${{ needs.tag.outputs.version }}"));
    assert!(workflow.contains(r#"git tag "v$version""#));
    let matrix = workflow.lines().filter_map(|line| line.split_once(" target: "));
    let targets: Vec<&str> = matrix.filter_map(|(_, target)| target.strip_suffix(" }")).collect();
    assert_eq!(targets.len(), 3, "{targets:?}");
    let packages = released();
    for target in targets {
        let version = packages[0].version.to_string();
        let folder = packed(&packages, target, &format!("v{version}"));
        for package in &packages {
            let binstall = &package.metadata["binstall"];
            let url = binstall["pkg-url"].as_str().unwrap();
            let url = url.replace("{ version }", &package.version.to_string());
            let url = url.replace("{ repo }", REPOSITORY).replace("{ target }", target);
            let archive = url.strip_prefix(&format!("{REPOSITORY}/releases/download/v{version}/"));
            let archive = archive.unwrap_or_else(|| panic!("{url} is no file of the release"));
            let archive = folder.path().join("release").join(archive);
            assert!(archive.with_extension("tgz.sha256").exists(), "{}", archive.display());
            let listed = run(Command::new("tar").arg("-tzf").arg(&archive), "");
            let mut files: Vec<&str> = text(&listed.stdout).lines().collect();
            files.sort_unstable();
            assert_eq!(files, program_files(package, target));
            assert_eq!(binstall["pkg-fmt"], "tgz");
            assert_eq!(binstall["bin-dir"], "{ bin }{ binary-ext }");
        }
    }
}
