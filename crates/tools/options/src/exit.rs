//! Exit codes of the programs behind `cargo cg`.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Answer of a command that has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Done, or "it is so": exit code 0.
    Yes,
    /// "It is not so": exit code 1.
    No,
}

/// Returns the exit code of a command and reports its error, if there is one, as one line on standard
/// error: 0 for yes, 1 for no, 2 for a command that could not run.
///
/// A reader of the output that has closed it, as `head` does, is no error.
pub fn exit_code<E>(reply: Result<Reply, E>) -> ExitCode
where
    E: Display + AsRef<dyn Error + Send + Sync>,
{
    match reply {
        Ok(Reply::Yes) => ExitCode::SUCCESS,
        Ok(Reply::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", format!("{error:#}").trim_end());
            ExitCode::from(2)
        }
    }
}

/// Reports that this program does not carry out the command of its arguments.
pub fn foreign_command(program: &str) -> ExitCode {
    eprintln!("error: another program has this command: use `cargo cg` in place of `{program}`");
    ExitCode::from(2)
}

fn is_broken_pipe(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
