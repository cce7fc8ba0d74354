//! Release builds of the bots by cargo.

use std::env;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use cargo_metadata::Message;

use crate::Workspace;

impl Workspace {
    /// Builds a bot in the release profile and returns the path of its program.
    ///
    /// # Errors
    ///
    /// The package does not build, or has no binary target.
    pub fn build(&self, package: &str) -> anyhow::Result<PathBuf> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut build = Command::new(cargo)
            .args(["build", "--quiet", "--release", "--package", package, "--bin", package])
            .arg("--manifest-path")
            .arg(self.manifest())
            .arg("--target-dir")
            .arg(&self.target)
            .arg("--message-format=json-render-diagnostics")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cargo cannot be started")?;
        let messages = build.stdout.take().context("the standard output of cargo is not piped")?;
        let mut program = None;
        for message in Message::parse_stream(BufReader::new(messages)) {
            if let Message::CompilerArtifact(artifact) = message? {
                program = artifact.executable.map(PathBuf::from).or(program);
            }
        }
        if !build.wait()?.success() {
            bail!("package `{package}` does not build: see cargo's errors above");
        }
        program.with_context(|| format!("package `{package}` has no program: add a main.rs"))
    }
}
