//! `cargo cg test`: sets the machine up, then runs the tests.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use unchanged::Records;

use crate::machine::Machine;
use crate::programs::{TEST, cargo, root};
use crate::reads::Reads;
use crate::runner::{self, Build, quick_bots};
use crate::setup::{check, set_up};

/// The option to run also what has passed and not changed since.
const AGAIN: &str = "--again";

/// Disk space that the tests fill from nothing, in bytes.
const SPACE: u64 = 7 << 30;

/// Runs the tests. Exit codes: 0 passed, 1 a test failed or does not compile, 2 they could not run.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let machine = Machine::this();
    let own: Vec<&OsString> =
        arguments.iter().skip_while(|argument| *argument != TEST).skip(1).collect();
    let ready = check_target(&machine).and_then(|()| check(&machine));
    let passed = ready.and_then(|()| match own[..] {
        [] => run_all(&machine, false),
        [argument] if argument == AGAIN => run_all(&machine, true),
        _ => set_up(&machine).and_then(|()| run_some(&own)),
    });
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sets the machine up while all tests are built, then runs them. Returns whether they passed.
fn run_all(machine: &Machine, again: bool) -> Result<bool, String> {
    let records = Records::in_folder(target_folder().join("passed"));
    if again {
        let cannot = |error| format!("what has passed before cannot be forgotten: {error}");
        records.forget().map_err(cannot)?;
    }
    let build = Build::start()?;
    if let Err(error) = set_up(machine) {
        build.give_up();
        return Err(error);
    }
    runner::run_all(build, &records, &Reads::on(machine, root()))
}

/// Runs the tests that arguments for `cargo test` name. Returns whether they passed.
fn run_some(arguments: &[&OsString]) -> Result<bool, String> {
    let status = quick_bots(&mut cargo("test")).args(arguments).status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cargo cannot be started: {error}"))
}

/// Checks that there is a place for the build output.
fn check_target(machine: &Machine) -> Result<(), String> {
    let target = target_folder();
    let probe = target.join(".cg-test");
    let way_out = "set CARGO_TARGET_DIR to a folder of yours";
    fs::write(&probe, [])
        .map_err(|error| format!("{} cannot be written: {error}: {way_out}", target.display()))?;
    // Best effort: an empty file that stays does no harm.
    let _ = fs::remove_file(&probe);
    let is_new = !target.join("debug/deps").is_dir();
    if let Some(free) = free_space(machine, &target).filter(|&free| is_new && free < SPACE) {
        return Err(format!(
            "{} has {:.1} GB left, and the tests fill {} GB: make room, or {way_out}",
            target.display(),
            free as f64 / f64::from(1 << 30),
            SPACE >> 30
        ));
    }
    Ok(())
}

/// Returns the folder of the build output, in which this program lies in the folder of its profile.
fn target_folder() -> PathBuf {
    let own = env::current_exe().unwrap_or_default();
    own.ancestors().nth(2).map_or_else(|| root().join("target"), Path::to_owned)
}

/// Returns the free bytes where a folder lies, as `df` tells.
fn free_space(machine: &Machine, folder: &Path) -> Option<u64> {
    let output = machine.command("df").arg("-Pk").arg(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let kilobytes: u64 = text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes << 10)
}
