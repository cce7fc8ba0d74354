//! Launcher of `cargo cg`.
//!
//! The commands are implemented by programs in several packages, because some of them take minutes
//! to compile. The launcher has no external dependencies and compiles within a second. It builds
//! the program that implements the command, shows cargo's progress, and executes the program
//! (exec).

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
    eprintln!("error: {}", programs::exec_program(&arguments));
    ExitCode::from(2)
}
