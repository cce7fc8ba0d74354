//! Commands that are programs of their own, because what they need takes minutes to compile: nobody
//! else is to wait for it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::Context;

use crate::cli::Reply;
use crate::workspace::{Profile, Workspace};

/// The words behind the name of a command, for its program to read.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Words {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    words: Vec<OsString>,
}

/// Builds the program of a package of this workspace, and becomes it: its output, its errors, its
/// exit code and what Ctrl-C does are then those of `cargo cg`. It is given the name of the command
/// and the words behind it.
///
/// # Errors
///
/// The program cannot be built or started; otherwise there is no return.
pub(crate) fn hand_over(package: &str, command: &str, words: &Words) -> anyhow::Result<Reply> {
    let program = Workspace::find()?.build_with(package, Profile::Tools)?;
    let error = Command::new(&program).arg(command).args(&words.words).exec();
    Err(error).with_context(|| format!("{} cannot be started", program.display()))
}
