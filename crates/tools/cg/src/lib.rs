//! Launcher of `cargo cg`.
//!
//! The commands are implemented by programs in several packages, because some of them take minutes
//! to compile. The launcher has no external dependencies and compiles within a second. It builds
//! the program that implements the command, shows cargo's progress, and executes the program.

mod clone;
mod execute;
mod installed;
mod machine;
mod programs;
mod reads;
mod runner;
mod setup;
mod test_command;

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use programs::Programs;

pub use installed::run_installed;
pub use programs::without_package;

/// Runs a command and returns its exit code: of this workspace, or if the program has been
/// installed, of the workspace around the current folder.
pub fn run() -> ExitCode {
    if clone::is_installed() {
        let arguments: Vec<OsString> = env::args_os().skip(1).collect();
        eprintln!("error: {}", clone::exec(&arguments));
        return ExitCode::from(2);
    }
    run_with(&Programs::own())
}

/// Runs a command of another workspace, with the games of that workspace, and returns its exit
/// code.
///
/// `package` is a package of that workspace in the folder `folder`, three folders below the root.
/// It has a binary of the name of each program, which requires the feature of the same name.
pub fn run_outside(folder: &'static str, package: &'static str) -> ExitCode {
    run_with(&Programs::outside(Path::new(folder), package))
}

fn run_with(programs: &Programs) -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if programs::command(&arguments) == Some(programs::TEST.as_ref()) {
        return test_command::run(programs, &arguments);
    }
    eprintln!("error: {}", programs.exec(&arguments));
    ExitCode::from(2)
}
