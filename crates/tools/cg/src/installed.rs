//! Launcher of programs that are installed beside it, as a release has them: builds nothing.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::execute::execute;
use crate::programs::{TEST, command, program_of};

/// Commands that work on a copy of the repository.
const OF_REPOSITORY: [&str; 2] = [TEST, "new"];

/// Subcommand under which cargo starts the launcher: `cargo cg` becomes `cargo-cg cg`.
const SUBCOMMAND: &str = "cg";

/// Runs a command by the installed program that implements it, and returns its exit code.
pub fn run_installed() -> ExitCode {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|first| first == SUBCOMMAND) {
        arguments.remove(0);
    }
    eprintln!("error: {}", start(&arguments));
    ExitCode::from(2)
}

/// Executes the program of the command. Returns only on an error, with its message.
fn start(arguments: &[OsString]) -> String {
    let command = command(arguments);
    if let Some(name) = OF_REPOSITORY.iter().find(|&&name| command == Some(name.as_ref())) {
        return format!("`cargo cg {name}` needs a copy of the repository: run it there");
    }
    let own = match env::current_exe() {
        Ok(own) => own,
        Err(error) => return format!("the path of this program cannot be determined: {error}"),
    };
    let program = own.with_file_name(format!("{}{EXE_SUFFIX}", program_of(command)));
    let error = execute(Command::new(&program).args(arguments));
    let program = program.display();
    format!("{program} cannot be started: {error}: unpack the whole archive of the release")
}
