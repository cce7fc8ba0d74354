//! Execution of a program in place of this one: by `exec` on Unix, as a child process on Windows,
//! which has no such call.

use std::io;
use std::process::Command;

/// Executes a program and ends this process with its exit code. Returns only if the program cannot
/// be started.
#[cfg(unix)]
pub(crate) fn execute(command: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Executes a program and ends this process with its exit code. Returns only if the program cannot
/// be started.
#[cfg(windows)]
pub(crate) fn execute(command: &mut Command) -> io::Error {
    // The console sends Ctrl-C to both processes, and the program decides what it means.
    if let Err(error) = ctrlc::set_handler(|| {}) {
        return io::Error::other(error);
    }
    match command.status() {
        // A program that was killed has no exit code.
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(error) => error,
    }
}
