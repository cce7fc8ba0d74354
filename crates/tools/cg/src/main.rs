//! The start of `cargo cg`.
//!
//! Every command belongs to a program of its own package, because some of them take minutes to
//! compile. This one has no external dependencies and compiles within a second; it builds the program
//! that has the command, with cargo's progress in sight, and becomes it.

mod machine;
mod programs;
mod reads;
mod runner;
mod setup;
mod test_command;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if programs::command(&arguments) == Some(programs::TEST.as_ref()) {
        return test_command::run(&arguments);
    }
    eprintln!("error: {}", programs::become_program(&arguments));
    ExitCode::from(2)
}
