//! Build output of another workspace, which begins with that of the tests.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bundler::JUDGE_CRATES;
use cargo_metadata::{Artifact, Message};
use tests::{cargo, copy_all, metadata, run, text, tool};

/// Build output of another workspace. The judge's crates are those of the tests.
pub(crate) struct BuildOutput {
    target: PathBuf,
}

impl BuildOutput {
    /// Returns the build output in the folder `parent`, which has none yet.
    pub(crate) fn in_folder(parent: &Path) -> BuildOutput {
        BuildOutput { target: parent.join("target") }
    }

    /// Returns the path of a program.
    pub(crate) fn path_of(&self, program: &str) -> PathBuf {
        self.target.join(output_and_profile().0.file_name().unwrap()).join(program)
    }

    /// Builds targets of the workspace in the folder `root`, with the arguments of cargo that
    /// select them, and returns what has been built.
    pub(crate) fn build<'a>(
        &self,
        root: &Path,
        selected: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Artifact> {
        let (output, profile) = output_and_profile();
        let copy = self.path_of("");
        if !copy.exists() {
            link(&output.join("deps"), &copy.join("deps")).unwrap();
            // Cargo changes these files in place.
            for name in ["build", ".fingerprint"] {
                copy_all(&output.join(name), &copy.join(name));
            }
            let crates = metadata().target_directory.join(JUDGE_CRATES);
            fs::create_dir_all(&crates).unwrap();
            symlink(&crates, self.target.join(JUDGE_CRATES)).unwrap();
        }
        let mut cargo = cargo();
        cargo.args(["build", "--profile", profile, "--offline"]).args(selected);
        cargo.args(["--quiet", "--message-format=json-render-diagnostics"]);
        cargo.current_dir(root).env("CARGO_TARGET_DIR", &self.target);
        let built = run(&mut cargo, "");
        assert!(built.status.success(), "{}", text(&built.stderr));
        assert_eq!(text(&built.stderr), "", "cargo warns of nothing");
        let messages = Message::parse_stream(&built.stdout[..]).map(Result::unwrap);
        let artifacts = messages.filter_map(|message| match message {
            Message::CompilerArtifact(artifact) => Some(artifact),
            _ => None,
        });
        artifacts.collect()
    }

    /// Runs a program in the folder `root`.
    pub(crate) fn run(&self, root: &Path, program: &str, arguments: &[&str]) -> Output {
        run(&mut self.command(root, program, arguments), "")
    }

    /// Returns the command that runs a program in the folder `root`.
    pub(crate) fn command(&self, root: &Path, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path_of(program));
        command.args(arguments).current_dir(root).env("CARGO_TARGET_DIR", &self.target);
        command
    }
}

/// Returns the folder of the programs that the tests use, and its profile.
fn output_and_profile() -> (PathBuf, &'static str) {
    let folder = tool("workshop").parent().unwrap().to_owned();
    let is_debug = folder.ends_with("debug");
    (folder, if is_debug { "dev" } else { "release" })
}

/// Makes hard links to all files of a folder.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => link(&path, &target)?,
            false => fs::hard_link(&path, &target)?,
        }
    }
    Ok(())
}
