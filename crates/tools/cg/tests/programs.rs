//! Tests of the launcher: it builds the program of a command and executes it.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// Build output with this program in it, and a fake cargo that logs its arguments.
struct Workspace {
    folder: TempDir,
    _turn: MutexGuard<'static, ()>,
}

/// Runs the tests one after the other. A process that another test starts inherits the open files
/// of this one for a moment, and a program that is open for writing cannot be started (ETXTBSY).
static TURN: Mutex<()> = Mutex::new(());

impl Workspace {
    fn new(cargo: &str) -> Workspace {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target/tools");
        fs::create_dir_all(&target).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_cg"), target.join("cg")).unwrap();
        let workspace = Workspace { folder, _turn: turn };
        let header = format!("echo \"$@\" >> {}", workspace.path("log").display());
        workspace.write("cargo", &format!("{header}\n{cargo}"));
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, script: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn cg(&self, line: &str) -> Output {
        Command::new(self.path("target/tools/cg"))
            .args(line.split(' '))
            .env("CARGO", self.path("cargo"))
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }
}

/// Returns the script of a fake cargo that builds a program which prints its arguments.
fn building(name: &str, folder: &Path) -> String {
    let program = folder.join("target/tools").join(name);
    let program = program.display();
    format!(
        "printf '#!/bin/sh\\necho ran \"$@\"; exit 1\\n' > {program}; chmod +x {program}\n\
         echo Compiling {name} >&2; echo \"Finished tools profile [optimized]\" >&2"
    )
}

#[test]
fn the_first_build_is_announced_and_the_program_replaces_the_process() {
    let workspace = Workspace::new("");
    workspace.write(
        "cargo",
        &format!(
            "echo \"$@\" >> {}\n{}",
            workspace.path("log").display(),
            building("bundle", workspace.folder.path())
        ),
    );
    let first = workspace.cg("bundle breakthrough --json");
    assert_eq!(String::from_utf8(first.stdout).unwrap(), "ran bundle breakthrough --json\n");
    assert_eq!(first.status.code(), Some(1));
    let told = String::from_utf8(first.stderr).unwrap();
    assert!(told.starts_with("note: compiling the bundler; this happens once"), "{told}");
    assert!(told.contains("Compiling bundle"), "{told}");
    let log = workspace.log();
    assert!(log.contains("--profile tools --package bundle --bin bundle"), "{log}");

    // From the second build on, only compilation is shown.
    let second = workspace.cg("bundle breakthrough");
    assert_eq!(String::from_utf8(second.stdout).unwrap(), "ran bundle breakthrough\n");
    assert_eq!(String::from_utf8(second.stderr).unwrap(), "Compiling bundle\n");
}

#[test]
fn a_program_that_does_not_build_is_an_error() {
    let workspace = Workspace::new("echo 'error: no space left' >&2; exit 101");
    let output = workspace.cg("match jungle");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("error: no space left"), "{message}");
    assert!(message.ends_with("error: `workshop` does not build: see cargo's errors above\n"));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_gpu_device_is_a_feature_of_the_learner() {
    let workspace = Workspace::new("exit 101");
    workspace.cg("train jungle --device wgpu");
    assert!(workspace.log().contains("--package learner --bin learner --features wgpu"));
}

#[test]
fn an_installed_launcher_runs_that_of_the_workspace_around_the_current_folder() {
    let workspace = Workspace::new("echo ran \"$@\"; exit 1");
    fs::create_dir_all(workspace.path("bin")).unwrap();
    fs::copy(workspace.path("target/tools/cg"), workspace.path("bin/cg")).unwrap();
    fs::create_dir_all(workspace.path("clone/.cargo")).unwrap();
    fs::create_dir_all(workspace.path("clone/docs")).unwrap();
    fs::write(workspace.path("clone/.cargo/config.toml"), "[alias]\ncg = \"run\"\n").unwrap();
    let run_in = |folder: &str| {
        let mut command = Command::new(workspace.path("bin/cg"));
        command.args(["match", "jungle"]).env("CARGO", workspace.path("cargo"));
        command.current_dir(workspace.path(folder)).output().unwrap()
    };

    let inside = run_in("clone/docs");
    assert_eq!(String::from_utf8(inside.stdout).unwrap(), "ran cg match jungle\n");
    assert_eq!(inside.status.code(), Some(1));

    let outside = run_in("bin");
    let message = String::from_utf8(outside.stderr).unwrap();
    assert_eq!(outside.status.code(), Some(2));
    assert!(message.starts_with("error: there is no clone of the repository"), "{message}");
    assert_eq!(message.lines().count(), 1);
}
