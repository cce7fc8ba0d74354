//! The command as people run it.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be set up has failed")]

mod support;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use support::{bundle_of, bundle_within, command, manifest, pruned, scratch};

fn run(fixture: &str, arguments: &[&str]) -> Output {
    command()
        .arg("--manifest-path")
        .arg(manifest(fixture))
        .args(["--package", &format!("{fixture}-bot")])
        .args(arguments)
        .output()
        .unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn the_bundle_goes_to_standard_output_or_to_the_file_asked_for() {
    let source = pruned("crates").source;
    let output = run("crates", &[]);
    assert_eq!(support::printed(&output), source);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/bot.rs");
    let output = run("crates", &["-o", file.to_str().unwrap()]);
    assert!(support::printed(&output).contains("UTF-16 units"));
    assert_eq!(fs::read_to_string(&file).unwrap(), source);
}

#[test]
fn a_bundle_for_a_judge_without_crates_carries_all_it_needs_or_is_refused() {
    let source = support::printed(&run("registry-std", &["--judge", "codecup"]));
    assert_eq!(source, pruned("registry-std").source);
    let output = run("registry", &["--judge", "codecup"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("needed through rand"), "{errors}");
}

#[test]
fn a_judge_that_nobody_knows_is_answered_with_those_that_are() {
    let output = run("crates", &["--judge", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("the judges are: codingame, codecup"), "{errors}");
}

#[test]
fn help_shows_an_example() {
    let output = command().arg("--help").output().unwrap();
    assert!(
        support::printed(&output).contains("bundler --manifest-path bots/Cargo.toml --package")
    );
}

#[test]
fn a_source_over_the_limit_fails_with_both_numbers_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    fs::write(&file, "old").unwrap();
    let units = bundle_within("crates", 1000).utf16_units();
    let output = run("crates", &["--keep-unused", "--limit", "1000", "-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains(&units.to_string()), "{errors}");
    assert!(errors.contains(&(units - 1000).to_string()), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
}

#[test]
fn a_source_close_to_the_limit_is_written_with_a_warning() {
    let units = pruned("modules").utf16_units().to_string();
    let output = run("modules", &["--limit", &units]);
    assert!(support::printed(&output).contains("fn main()"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning"));
}

#[test]
fn a_bundle_that_compiles_with_a_warning_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    fs::write(&file, "old").unwrap();
    let output = run("broken", &["-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("nobody_reads_this"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["bot.rs"]);
}

/// A file-size limit stands in for a full disk: the write fails half-way, and the signal that would kill is ignored.
#[test]
fn a_write_that_fails_half_way_leaves_the_old_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    fs::write(&file, "old").unwrap();
    assert!(
        bundle_of("registry").source.len() > 2048,
        "the limit below has to be too small for it"
    );
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bundler"), "--no-check"])
        .arg("--manifest-path")
        .arg(manifest("registry"))
        .args(["--package", "registry-bot", "-o"])
        .arg(&file)
        .env("CARGO_TARGET_DIR", scratch())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("cannot write") && errors.contains("bot.rs"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["bot.rs"]);
}
