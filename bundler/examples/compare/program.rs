//! A program, what it prints, and what each tool makes of it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use bundler::{Entry, utf16_units};

use crate::AnyResult;
use crate::limited::{End, run};

/// Longest time for one run of a tool or of a compiler.
const LIMIT: Duration = Duration::from_secs(600);
/// Longest time for one run of a program.
const PROGRAM_LIMIT: Duration = Duration::from_secs(20);

/// A binary or example of a package in its own workspace.
pub(crate) struct Program {
    /// Name in the table.
    pub(crate) name: String,
    pub(crate) manifest: PathBuf,
    pub(crate) package: String,
    pub(crate) entry: Entry,
    pub(crate) arguments: Vec<String>,
    /// Standard input.
    pub(crate) input: String,
    /// Text in the message of the bundler, or of rustc about the bundle, if the program cannot be
    /// bundled.
    pub(crate) refused: Option<String>,
    /// Build folder.
    pub(crate) build: PathBuf,
}

/// Result of one tool for a program.
pub(crate) enum Verdict {
    Passes {
        units: usize,
        seconds: f64,
    },
    /// The tool fails, with this message.
    Refuses(String),
    /// Rustc rejects what the tool has written.
    DoesNotCompile(String),
    /// The bundle compiles and behaves differently: the tool is wrong.
    Differs,
    TimesOut,
    /// The workspace's own program does not build or does not end.
    HasNoProgram(String),
    /// The tool is not installed.
    Missing,
}

/// Standard output and exit code.
pub(crate) type Behaviour = (Vec<u8>, Option<i32>);

impl Program {
    fn folder(&self) -> &Path {
        self.manifest.parent().expect("a file has a parent folder")
    }

    fn cargo(&self) -> Command {
        let mut command = Command::new("cargo");
        command.env("CARGO_TARGET_DIR", &self.build).env_remove("CARGO");
        // In a virtual workspace, some tools use the package in the current folder.
        let member = self.folder().join(&self.package);
        command.current_dir(if member.is_dir() { member } else { self.folder().to_owned() });
        command
    }

    /// Returns the flag and the name of the entry.
    fn target(&self) -> [&str; 2] {
        match &self.entry {
            Entry::Bin(name) => ["--bin", name.as_deref().unwrap_or(&self.package)],
            Entry::Example(name) => ["--example", name],
        }
    }

    /// Returns true for the verdict that the bundler has to earn.
    pub(crate) fn expects(&self, verdict: &Verdict) -> bool {
        match (&self.refused, verdict) {
            (None, Verdict::Passes { .. }) => true,
            (Some(reason), Verdict::Refuses(message) | Verdict::DoesNotCompile(message)) => {
                message.contains(reason)
            }
            _ => false,
        }
    }

    /// Returns the behaviour of the workspace's own program.
    fn behaviour(&self) -> AnyResult<Behaviour> {
        let mut build = self.cargo();
        build.args(["build", "--quiet", "--package", &self.package]).args(self.target());
        match run(&mut build, "", LIMIT)? {
            End::Ended { status, .. } if status.success() => {}
            End::Ended { errors, .. } => return Err(format!("{}: {errors}", self.name).into()),
            _ => return Err(format!("{}: cargo does not end or is missing", self.name).into()),
        }
        let mut command = self.cargo();
        command.args(["run", "--quiet", "--package", &self.package]).args(self.target());
        command.arg("--").current_dir(self.folder());
        self.run(&mut command)?.ok_or_else(|| format!("{}: it does not end", self.name).into())
    }

    fn run(&self, command: &mut Command) -> AnyResult<Option<Behaviour>> {
        command.args(&self.arguments).current_dir(self.folder());
        Ok(match run(command, &self.input, PROGRAM_LIMIT)? {
            End::Ended { status, output, .. } => Some((output, status.code())),
            End::TimedOut | End::NotInstalled => None,
        })
    }

    /// Returns the verdict about a tool. `behaviour` is that of the workspace's own program, once
    /// it is known: the program is only built if a bundle compiles.
    pub(crate) fn verdict(
        &self,
        tool: &str,
        scratch: &Path,
        behaviour: &mut Option<Behaviour>,
    ) -> AnyResult<Verdict> {
        let file = scratch.join("bundle.rs");
        let _ = fs::remove_file(&file);
        let [flag, name] = self.target();
        let mut command = match tool {
            "bundler" => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("--bundle").arg(&self.manifest).args([&self.package, flag, name]);
                command.arg(&file);
                command
            }
            "cargo-equip" => {
                let mut command = self.cargo();
                command.args(["equip", flag, name, "-o"]).arg(&file);
                command
            }
            _ => {
                let mut command = Command::new("cg-bundler");
                command.current_dir(self.cargo().get_current_dir().expect("`cargo` sets it"));
                command.arg("-o").arg(&file);
                command
            }
        };
        command.env("CARGO_TARGET_DIR", &self.build);
        let start = Instant::now();
        match run(&mut command, "", LIMIT)? {
            End::NotInstalled => return Ok(Verdict::Missing),
            End::TimedOut => return Ok(Verdict::TimesOut),
            End::Ended { status, errors, .. } if !status.success() => {
                let is_missing = errors.contains("no such command: `equip`");
                return Ok(if is_missing { Verdict::Missing } else { Verdict::Refuses(errors) });
            }
            End::Ended { .. } => {}
        }
        let seconds = start.elapsed().as_secs_f64();
        if !file.is_file() {
            return Ok(Verdict::Refuses(String::new()));
        }
        // The other tools promise edition 2021 only.
        let editions: &[&str] = if tool == "bundler" { &["2021", "2024"] } else { &["2021"] };
        for edition in editions {
            let executable = scratch.join("bundle");
            let mut rustc = Command::new("rustc");
            rustc.args(["--edition", edition, "--cap-lints", "allow", "-o"]);
            rustc.args([&executable, &file]);
            match run(&mut rustc, "", LIMIT)? {
                End::Ended { status, .. } if status.success() => {}
                End::Ended { errors, .. } => return Ok(Verdict::DoesNotCompile(errors)),
                _ => return Ok(Verdict::TimesOut),
            }
            if behaviour.is_none() {
                match self.behaviour() {
                    Ok(known) => *behaviour = Some(known),
                    Err(error) => return Ok(Verdict::HasNoProgram(error.to_string())),
                }
            }
            if self.run(&mut Command::new(&executable))? != *behaviour {
                return Ok(Verdict::Differs);
            }
        }
        Ok(Verdict::Passes { units: utf16_units(&fs::read_to_string(&file)?), seconds })
    }
}

impl Verdict {
    pub(crate) fn cell(&self) -> String {
        match self {
            Self::Passes { units, seconds } => format!("{units} units, {seconds:.1} s"),
            Self::Refuses(_) => "refuses".to_owned(),
            Self::DoesNotCompile(_) => "does not compile".to_owned(),
            Self::Differs => "**differs**".to_owned(),
            Self::TimesOut => "takes too long".to_owned(),
            Self::HasNoProgram(_) => "no program".to_owned(),
            Self::Missing => "not installed".to_owned(),
        }
    }

    /// Returns the message with the reason of a failure.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Refuses(message)
            | Self::DoesNotCompile(message)
            | Self::HasNoProgram(message) => message.trim(),
            _ => "",
        }
    }
}
