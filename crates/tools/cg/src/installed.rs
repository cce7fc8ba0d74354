//! Launcher of programs that are installed beside it, as a release has them: builds nothing.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::execute::execute;
use crate::programs::{TEST, command, program_of};

/// Commands that work on a copy of the repository.
const OF_REPOSITORY: [&str; 2] = [TEST, "new"];

/// Subcommand under which cargo starts the launcher: `cargo cg` becomes `cargo-cg cg`.
const SUBCOMMAND: &str = "cg";

/// Beginning of the names of the programs, which lie among those of others in the user's `PATH`.
const PREFIX: &str = "cg-";

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
    let own = match env::current_exe() {
        Ok(own) => own,
        Err(error) => return format!("the path of this program cannot be determined: {error}"),
    };
    let program = match program_beside(&own, arguments) {
        Ok(program) => program,
        Err(error) => return error,
    };
    let error = execute(Command::new(&program).args(arguments));
    let program = program.display();
    format!("{program} cannot be started: {error}: unpack the whole archive of the release")
}

/// Returns the path of the program that implements a command, which lies beside the launcher `own`.
fn program_beside(own: &Path, arguments: &[OsString]) -> Result<PathBuf, String> {
    let command = command(arguments);
    if let Some(name) = OF_REPOSITORY.iter().find(|&&name| command == Some(name.as_ref())) {
        return Err(format!("`cargo cg {name}` needs a copy of the repository: run it there"));
    }
    Ok(own.with_file_name(format!("{PREFIX}{}{EXE_SUFFIX}", program_of(command))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    fn program_of_line(line: &str) -> Result<String, String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let program = program_beside(&Path::new("bin").join("cargo-cg"), &arguments)?;
        assert_eq!(program.parent().unwrap(), Path::new("bin"));
        Ok(program.file_stem().unwrap().to_str().unwrap().to_owned())
    }

    #[test]
    fn the_program_of_a_command_lies_beside_the_launcher() {
        assert_eq!(program_of_line("perft jungle 3").unwrap(), "cg-workshop");
        assert_eq!(program_of_line("--data elsewhere serve").unwrap(), "cg-boardroom");
        assert_eq!(program_of_line("train jungle --help").unwrap(), "cg-options");
    }

    #[test]
    fn commands_on_the_repository_are_refused() {
        let error = program_of_line("test").unwrap_err();
        assert_eq!(error, "`cargo cg test` needs a copy of the repository: run it there");
        assert!(program_of_line("new othello").unwrap_err().starts_with("`cargo cg new` needs"));
    }
}
