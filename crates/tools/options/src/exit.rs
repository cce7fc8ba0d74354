//! Exit codes of the programs behind `cargo cg`: 0 success, 1 negative result, 2 error,
//! 130 interrupted.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Result of a command that has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Success or a positive result: exit code 0.
    Yes,
    /// Negative result: exit code 1.
    No,
    /// Result so far, after Ctrl-C or another request to stop: exit code 130, as shells report a
    /// program that Ctrl-C has ended.
    Interrupted,
}

/// Exit code after Ctrl-C: 128 and the number of the signal (SIGINT).
const INTERRUPTED: u8 = 130;

/// Returns the exit code of a command: 0 for yes, 1 for no, 130 after an interrupt, 2 for an error,
/// which is printed as one line on standard error.
///
/// A broken pipe is not an error: `head`, for example, closes the output early.
pub fn exit_code<E>(reply: Result<Reply, E>) -> ExitCode
where
    E: Display + AsRef<dyn Error + Send + Sync>,
{
    match reply {
        Ok(Reply::Yes) => ExitCode::SUCCESS,
        Ok(Reply::No) => ExitCode::from(1),
        Ok(Reply::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", format!("{error:#}").trim_end());
            ExitCode::from(2)
        }
    }
}

/// Prints an error: this program does not implement the command. Returns exit code 2.
pub fn foreign_command(program: &str) -> ExitCode {
    eprintln!("error: another program has this command: use `cargo cg` in place of `{program}`");
    ExitCode::from(2)
}

fn is_broken_pipe(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
