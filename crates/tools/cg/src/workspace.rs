//! The workspace around the current folder, as cargo describes it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use cargo_metadata::{Message, MetadataCommand};
use tempfile::TempDir;

/// How a program is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// As bots are.
    Release,
    /// As `cargo cg` itself is.
    Tools,
}

impl Profile {
    /// Returns the name that cargo knows it by, which its folder has as well.
    fn name(self) -> &'static str {
        match self {
            Profile::Release => "release",
            Profile::Tools => "tools",
        }
    }
}

/// Where a workspace lies.
pub(crate) struct Workspace {
    /// The folder of its `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// The folder of its build output.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Finds the workspace that the current folder is in.
    pub(crate) fn find() -> anyhow::Result<Workspace> {
        let metadata = MetadataCommand::new()
            .no_deps()
            .exec()
            .context("run this inside the workspace, whose bots cargo is to build")?;
        Ok(Workspace {
            root: metadata.workspace_root.into(),
            target: metadata.target_directory.into(),
        })
    }

    /// Returns the path of its `Cargo.toml`.
    pub(crate) fn manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// Makes a folder in the build output that goes when it is dropped.
    pub(crate) fn temporary_folder(&self) -> anyhow::Result<TempDir> {
        let cannot_be_made = || format!("no folder can be made in {}", self.target.display());
        fs::create_dir_all(&self.target).with_context(cannot_be_made)?;
        TempDir::new_in(&self.target).with_context(cannot_be_made)
    }

    /// Builds a bot's program and returns it.
    pub(crate) fn build(&self, package: &str) -> anyhow::Result<PathBuf> {
        self.build_with(package, Profile::Release, None)
    }

    /// Builds a package's program, with one feature more if there is one, and returns it. Cargo's
    /// progress is shown where a tool is built for the first time or with a feature, which can take
    /// minutes.
    pub(crate) fn build_with(
        &self,
        package: &str,
        profile: Profile,
        feature: Option<&str>,
    ) -> anyhow::Result<PathBuf> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(cargo);
        command.args(["build", "--profile", profile.name(), "--package", package]);
        if let Some(feature) = feature {
            command.args(["--features", feature]);
        } else if profile == Profile::Release
            || self.target.join(profile.name()).join(package).exists()
        {
            command.arg("--quiet");
        } else {
            eprintln!("note: building `{package}`; only the first time takes minutes");
        }
        let mut build = command
            .arg("--manifest-path")
            .arg(self.manifest())
            .arg("--target-dir")
            .arg(&self.target)
            .arg("--message-format=json-render-diagnostics")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cargo cannot be started")?;
        let messages = build.stdout.take().context("cargo's output was asked to be piped")?;
        let mut program = None;
        for message in Message::parse_stream(BufReader::new(messages)) {
            if let Message::CompilerArtifact(artifact) = message? {
                program = artifact.executable.map(PathBuf::from).or(program);
            }
        }
        if !build.wait()?.success() {
            bail!("package `{package}` does not build: see cargo's report above");
        }
        program.with_context(|| format!("package `{package}` has no program: add a main.rs"))
    }
}
