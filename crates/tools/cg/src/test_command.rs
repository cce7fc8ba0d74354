//! Command `cargo cg test`: installs what the tests need, then runs the tests.

use std::env::{self, consts::OS};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use unchanged::Records;

use crate::machine::Machine;
use crate::programs::{Programs, TEST};
use crate::reads::TestInputs;
use crate::runner::{self, Build, for_tests};
use crate::setup::{check, set_up};

/// Option to run also the tests that have passed and have not changed since.
const AGAIN: &str = "--again";

/// Packages whose tests start scripts of a shell or read `/proc`, so that they need Linux.
const NEED_LINUX: [&str; 7] =
    ["arena", "boardroom", "cg", "codingame", "judge-bundler", "tests", "workshop"];

/// Disk space that a first run of the tests needs, in bytes.
const SPACE: u64 = 7 << 30;

/// Runs the tests. Exit codes: 0 all passed, 1 a test failed or does not compile, 2 error.
pub(crate) fn run(workspace: &Programs, arguments: &[OsString]) -> ExitCode {
    let own = arguments.iter().skip_while(|argument| *argument != TEST).skip(1);
    let passed = match workspace.are_own() {
        true => set_up_and_run(workspace, &own.collect::<Vec<_>>()),
        // The tests of games need nothing but Rust, and cargo runs all of them.
        false => {
            run_some(workspace, &own.filter(|argument| *argument != AGAIN).collect::<Vec<_>>())
        }
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sets up the machine and runs all tests, or those that the arguments select. Returns whether they
/// passed.
fn set_up_and_run(workspace: &Programs, arguments: &[&OsString]) -> Result<bool, String> {
    let machine = Machine::this();
    check_target(workspace, &machine)?;
    if OS != "linux" {
        return run_without_linux(workspace, arguments);
    }
    check(&machine)?;
    match arguments {
        [] => run_all(workspace, &machine, false),
        [argument] if *argument == AGAIN => run_all(workspace, &machine, true),
        _ => set_up(&machine).and_then(|()| run_some(workspace, arguments)),
    }
}

/// Sets up the machine while all tests are built, then runs them. Returns whether they passed.
fn run_all(workspace: &Programs, machine: &Machine, again: bool) -> Result<bool, String> {
    let records = Records::in_folder(target_folder(workspace).join("passed"));
    if again {
        let cannot = |error| format!("the cache of test results cannot be removed: {error}");
        records.forget().map_err(cannot)?;
    }
    let build = Build::start(workspace)?;
    if let Err(error) = set_up(machine) {
        build.cancel();
        return Err(error);
    }
    runner::run_all(workspace, build, &records, &TestInputs::on(machine, workspace.root()))
}

/// Runs the tests that need no Linux, or those that the arguments select. Returns whether they
/// passed.
fn run_without_linux(workspace: &Programs, arguments: &[&OsString]) -> Result<bool, String> {
    let selected: Vec<&OsString> =
        arguments.iter().copied().filter(|argument| *argument != AGAIN).collect();
    if !selected.is_empty() {
        return run_some(workspace, &selected);
    }
    let left_out = NEED_LINUX.join(", ");
    eprintln!("note: the tests of {left_out} need Linux and are left out on {OS}");
    let excluded = NEED_LINUX.iter().flat_map(|package| ["--exclude", package]);
    run_some(workspace, &["--workspace"].into_iter().chain(excluded).collect::<Vec<_>>())
}

/// Runs the tests that the arguments for `cargo test` select. Returns whether they passed.
fn run_some(workspace: &Programs, arguments: &[impl AsRef<OsStr>]) -> Result<bool, String> {
    let status = for_tests(&mut workspace.cargo("test")).args(arguments).status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cargo cannot be started: {error}"))
}

/// Checks that the folder of the build output is writable and has enough free space.
fn check_target(workspace: &Programs, machine: &Machine) -> Result<(), String> {
    let target = target_folder(workspace);
    let probe = target.join(".cg-test");
    let advice = "set CARGO_TARGET_DIR to another folder";
    fs::write(&probe, [])
        .map_err(|error| format!("{} cannot be written: {error}: {advice}", target.display()))?;
    // Best effort: a remaining empty file is harmless.
    let _ = fs::remove_file(&probe);
    let is_new = !target.join("debug/deps").is_dir();
    if let Some(free) = free_space(machine, &target).filter(|&free| is_new && free < SPACE) {
        return Err(format!(
            "{} has {:.1} GB of free space, and the tests need {} GB: free some space, or {advice}",
            target.display(),
            free as f64 / f64::from(1 << 30),
            SPACE >> 30
        ));
    }
    Ok(())
}

/// Returns the folder of the build output; this program is in its profile subfolder.
fn target_folder(workspace: &Programs) -> PathBuf {
    let own = env::current_exe().unwrap_or_default();
    own.ancestors().nth(2).map_or_else(|| workspace.root().join("target"), Path::to_owned)
}

/// Returns the free space of the file system of a folder in bytes, by `df`.
fn free_space(machine: &Machine, folder: &Path) -> Option<u64> {
    let output = machine.command("df").arg("-Pk").arg(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let kilobytes: u64 = text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes << 10)
}
