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

impl Words {
    /// Returns the device that is asked for, if the program can use it only when it is built with the
    /// feature of that name.
    pub(crate) fn device(&self) -> Option<&'static str> {
        let words = || self.words.iter().filter_map(|word| word.to_str());
        let apart = words().skip_while(|&word| word != DEVICE).nth(1);
        let joined = words().find_map(|word| word.strip_prefix(DEVICE)?.strip_prefix('='));
        let asked = apart.or(joined)?;
        DEVICES.into_iter().find(|&device| device == asked)
    }
}

/// The option that names a device, and the devices that are features of a package.
const DEVICE: &str = "--device";
const DEVICES: [&str; 2] = ["wgpu", "cuda"];

/// Builds the program of a package of this workspace, and becomes it: its output, its errors, its
/// exit code and what Ctrl-C does are then those of `cargo cg`. It is given the name of the command
/// and the words behind it, and is built with a feature of its package if one is named.
///
/// # Errors
///
/// The program cannot be built or started; otherwise there is no return.
pub(crate) fn hand_over(
    package: &str,
    feature: Option<&str>,
    command: &str,
    words: &Words,
) -> anyhow::Result<Reply> {
    let program = Workspace::find()?.build_with(package, Profile::Tools, feature)?;
    let error = Command::new(&program).arg(command).args(&words.words).exec();
    Err(error).with_context(|| format!("{} cannot be started", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_device(line: &str, expected: Option<&str>) {
        let words = Words { words: line.split(' ').map(OsString::from).collect() };
        assert_eq!(words.device(), expected);
    }

    #[test]
    fn a_program_is_built_for_the_device_that_it_is_asked_to_use() {
        check_device("breakthrough --device cuda --epochs 2", Some("cuda"));
        check_device("breakthrough --epochs 2 --device=wgpu", Some("wgpu"));
        check_device("breakthrough --device cpu", None);
        check_device("breakthrough --device", None);
        check_device("breakthrough -o cuda", None);
    }
}
