//! Access to the clipboard through the programs of the desktop. They keep running to serve the
//! text, which a program that ends cannot do.

use std::{
    env,
    io::{self, Write},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

/// Program, its arguments, and the environment variable that names its desktop.
const PROGRAMS: [(&str, &[&str], &str); 4] = [
    ("wl-copy", &[], "WAYLAND_DISPLAY"),
    ("xclip", &["-selection", "clipboard"], "DISPLAY"),
    ("xsel", &["--clipboard", "--input"], "DISPLAY"),
    ("clip.exe", &[], "WSL_DISTRO_NAME"),
];

/// Copies a text and returns the name of the program used.
pub(crate) fn copy(text: &str) -> anyhow::Result<&'static str> {
    let is_set = |variable: &str| env::var_os(variable).is_some_and(|value| !value.is_empty());
    let mut has_desktop = false;
    for (program, arguments, _) in PROGRAMS.iter().filter(|(_, _, name)| is_set(name)) {
        has_desktop = true;
        let started = Command::new(program)
            .args(*arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = match started {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            started => started.with_context(|| format!("cannot run {program}"))?,
        };
        let mut input = child.stdin.take().expect("the child's stdin is piped");
        let written = input.write_all(text.as_bytes());
        drop(input);
        let status = child.wait().with_context(|| format!("cannot wait for {program}"))?;
        if written.is_err() || !status.success() {
            bail!("{program} did not take the bundle ({status}); write it to a file with -o");
        }
        return Ok(program);
    }
    if has_desktop {
        bail!(
            "no program for the clipboard: install wl-clipboard, xclip or xsel, \
             or write a file with -o"
        );
    }
    bail!(
        "there is no clipboard here (neither DISPLAY nor WAYLAND_DISPLAY is set): \
         write a file with -o"
    )
}
