//! Compilation of a bundle as the judge does it: one bare file, without cargo.

mod judge_crates;

use std::{
    env,
    ffi::OsString,
    fmt, fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use tempfile::TempDir;

use crate::error::CompileError;
use crate::interrupt;
use crate::judge::{Edition, Judge, Provided, Toolchain};
use crate::process::{folder_of, isolated};
use crate::progress::Progress;
use crate::warning::Warning;

/// Version of CodinGame's compiler.
const JUDGE_TOOLCHAIN: &str = "1.90.0";
/// Oldest version of the system's compiler that may replace another version: it supports all
/// editions.
const OLDEST_STAND_IN: (u32, u32) = (1, 85);
const SYSTEM_RUSTC: &str = "/usr/bin/rustc";
const SYSTEM_CARGO: &str = "/usr/bin/cargo";
/// Name of the file that is passed to the compiler.
pub(crate) const FILE: &str = "bot.rs";

/// Optimisation level of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimisation {
    /// No optimisation, with debug assertions and overflow checks.
    None,
    /// Highest optimisation level.
    Full,
}

impl fmt::Display for Optimisation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opt-level={}", self.level())
    }
}

impl Optimisation {
    pub(crate) fn level(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Full => 3,
        }
    }
}

/// Choice of a toolchain for programs that may be rustup's.
#[derive(Clone, Debug)]
enum Choice {
    /// By the variables and settings of the user.
    User,
    /// This toolchain, which rustup chooses in the folder of the workspace.
    Workspace(String),
    /// None: the programs are those of a toolchain, whatever the variables say.
    Fixed,
}

/// A rustc with the cargo that builds the judge's crates for it.
#[derive(Clone, Debug)]
pub struct Compiler {
    rustc: PathBuf,
    cargo: PathBuf,
    version: String,
    cache: PathBuf,
    /// The judge's crates that all sources together name; if `None`, each source is searched for
    /// them.
    named: Option<Vec<Provided>>,
    choice: Choice,
    progress: Progress,
}

impl Compiler {
    /// Returns the compiler that builds a workspace in the current folder: `RUSTC`, or the rustc on
    /// `PATH`.
    ///
    /// The judge's crates are built once per compiler, in a folder below `cache_dir`
    /// ([`crate::Bundle::cache_dir`]).
    ///
    /// # Errors
    ///
    /// If no compiler runs.
    pub fn workspace(cache_dir: &Path) -> Result<Self, CompileError> {
        Self::of_workspace(Path::new("Cargo.toml"), cache_dir)
    }

    /// Returns the compiler that builds the workspace of a manifest, as [`Compiler::workspace`]
    /// does in the folder of the manifest: rustup's choice of a toolchain depends on the folder.
    pub(crate) fn of_workspace(manifest: &Path, cache_dir: &Path) -> Result<Self, CompileError> {
        let folder = folder_of(manifest);
        let named = |variable: &str| env::var_os(variable).map(PathBuf::from);
        let rustc = named("RUSTC").or_else(|| behind_proxy(folder)).unwrap_or("rustc".into());
        let cargo = named("CARGO").unwrap_or("cargo".into());
        let choice = rustups_choice(folder).map_or(Choice::User, Choice::Workspace);
        Self::new(&rustc, &cargo, cache_dir, choice)
    }

    /// Returns a compiler no newer than CodinGame's, if there is one: rustup's 1.90.0, or the
    /// system's from 1.85 to 1.90.
    ///
    /// # Errors
    ///
    /// If there is one and it does not run.
    pub fn judge(cache_dir: &Path) -> Result<Option<Self>, CompileError> {
        Self::of(&Toolchain::Version(JUDGE_TOOLCHAIN.to_owned()), cache_dir)
    }

    /// Returns the compiler of a toolchain, or `None` if it is not installed.
    ///
    /// # Errors
    ///
    /// If there is one and it does not run.
    pub fn of(toolchain: &Toolchain, cache_dir: &Path) -> Result<Option<Self>, CompileError> {
        match toolchain {
            Toolchain::Path => Self::workspace(cache_dir).map(Some),
            Toolchain::Program(rustc) => {
                let cargo = rustc.with_file_name("cargo");
                Self::new(rustc, &cargo, cache_dir, Choice::Fixed).map(Some)
            }
            Toolchain::Version(version) => Self::of_version(version, cache_dir),
        }
    }

    fn of_version(wanted: &str, cache_dir: &Path) -> Result<Option<Self>, CompileError> {
        if let Some(rustc) = rustup_rustc(wanted) {
            let cargo = rustc.with_file_name("cargo");
            if cargo.is_file() {
                return Self::new(&rustc, &cargo, cache_dir, Choice::Fixed).map(Some);
            }
        }
        let (rustc, cargo) = (Path::new(SYSTEM_RUSTC), Path::new(SYSTEM_CARGO));
        if !rustc.is_file() || !cargo.is_file() {
            return Ok(None);
        }
        let compiler = Self::new(rustc, cargo, cache_dir, Choice::Fixed)?;
        let stand_ins = OLDEST_STAND_IN..=numbers(wanted);
        Ok(stand_ins.contains(&numbers(&compiler.version)).then_some(compiler))
    }

    /// Returns the same compiler, which reports to `progress` that it builds the judge's crates.
    pub fn with_progress(self, progress: &Progress) -> Self {
        Self { progress: progress.clone(), ..self }
    }

    /// Returns the same compiler for drafts of this source, which name no other crates of the
    /// judge.
    pub(crate) fn for_drafts_of(&self, source: &str, judge: &Judge) -> Self {
        Self { named: Some(judge_crates::named_in(source, judge)), ..self.clone() }
    }

    /// Returns the version alone, such as `1.90.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Checks a source as a bare file in one edition, without generating code. Returns the
    /// compiler's warnings.
    ///
    /// # Errors
    ///
    /// If the compiler rejects the source, or if the judge's crates are not available.
    pub fn check(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
    ) -> Result<Vec<Warning>, CompileError> {
        self.compile(source, edition, judge, without_code)
    }

    /// Checks a source like [`Compiler::check`], with or without debug assertions. Ignores
    /// warnings.
    pub(crate) fn try_out(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        has_assertions: bool,
    ) -> Result<(), CompileError> {
        self.compile(source, edition, judge, |command, folder| {
            without_code(command, folder);
            command.args(["--cap-lints=allow", "-C"]);
            command.arg(format!("debug-assertions={has_assertions}"));
        })
        .map(drop)
    }

    /// Returns the compiler's messages about a source with these flags, one JSON object a line.
    ///
    /// With a folder in `learnt`, the compiler keeps its incremental data there for the next
    /// source. That costs time, unless the next one has most of the same lines.
    pub(crate) fn diagnose(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        flags: &[&str],
        learnt: Option<&Path>,
    ) -> Result<String, CompileError> {
        let new = temporary_folder()?;
        let folder = learnt.unwrap_or(new.path());
        let output = self.run(source, edition, judge, folder, |command, folder| {
            without_code(command, folder);
            command.arg("--error-format=json").args(flags);
            if learnt.is_some() {
                command.args(["-C", "incremental=learnt"]);
            }
        })?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Compiles a source to an executable as a judge may do it. Returns the compiler's warnings;
    /// none at [`Optimisation::Full`], because without debug assertions some items may be unused.
    ///
    /// # Errors
    ///
    /// If the compiler rejects the source, or if the judge's crates are not available.
    pub fn build(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        optimisation: Optimisation,
        executable: &Path,
    ) -> Result<Vec<Warning>, CompileError> {
        // The compiler runs in another folder.
        let executable =
            std::path::absolute(executable).map_err(|error| CompileError::io(executable, error))?;
        self.compile(source, edition, judge, |command, _| {
            command.arg("-C").arg(optimisation.to_string()).arg("-o").arg(&executable);
            if optimisation == Optimisation::Full {
                command.arg("--cap-lints=allow");
            }
        })
    }

    /// Returns the LLVM IR of a source: all functions of the program before optimisation, with
    /// their line numbers.
    pub(crate) fn code(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
    ) -> Result<String, CompileError> {
        let target = tempfile::NamedTempFile::new()
            .map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        self.compile(source, edition, judge, |command, _| {
            let mut output = OsString::from("--emit=llvm-ir=");
            output.push(target.path());
            command.arg(output).args(["--cap-lints=allow", "-C", "opt-level=0"]);
            command.args(["-C", "codegen-units=1", "-C", "debuginfo=line-tables-only"]);
            command.args(["-C", "symbol-mangling-version=v0", "-C", "no-prepopulate-passes"]);
        })?;
        fs::read_to_string(target.path()).map_err(|error| CompileError::io(target.path(), error))
    }

    fn new(
        rustc: &Path,
        cargo: &Path,
        cache_dir: &Path,
        choice: Choice,
    ) -> Result<Self, CompileError> {
        let failed = |reason: String| CompileError::NoCompiler {
            program: rustc.display().to_string(),
            reason,
        };
        let mut compiler = Self {
            version: String::new(),
            cache: PathBuf::new(),
            rustc: rustc.to_owned(),
            cargo: cargo.to_owned(),
            named: None,
            choice,
            progress: Progress::default(),
        };
        let output = interrupt::output(compiler.isolated(rustc).arg("--version"))
            .map_err(|error| failed(error.to_string()))?;
        // For example: rustc 1.90.0 (1159e78c4 2025-09-14)
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut words = text.split_whitespace().skip(1);
        let Some(version) = words.next().filter(|_| output.status.success()) else {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        };
        let commit = words.next().map(|word| word.trim_start_matches('(')).unwrap_or_default();
        let folder = format!("{version}-{commit}");
        let cache_dir =
            std::path::absolute(cache_dir).map_err(|error| CompileError::io(cache_dir, error))?;
        compiler.version = version.to_owned();
        compiler.cache = cache_dir.join(folder.trim_end_matches('-'));
        Ok(compiler)
    }

    /// Returns the cargo that builds for this compiler, without the settings of other builds.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = self.isolated(&self.cargo);
        // The empty value also overrides the flags of a configuration file.
        command.env("RUSTC", &self.rustc).env("CARGO_ENCODED_RUSTFLAGS", "");
        command
    }

    /// Returns true if both run the same program with the same libraries.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.rustc, &self.cargo, &self.cache) == (&other.rustc, &other.cargo, &other.cache)
    }

    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the folder of this compiler's libraries.
    pub(crate) fn cache(&self) -> &Path {
        &self.cache
    }

    fn isolated(&self, program: &Path) -> Command {
        let mut command = isolated(program);
        match &self.choice {
            Choice::User => {}
            Choice::Workspace(toolchain) => {
                command.env("RUSTUP_TOOLCHAIN", toolchain);
            }
            Choice::Fixed => {
                command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC");
            }
        }
        command
    }

    fn compile(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        set_output: impl FnOnce(&mut Command, &Path),
    ) -> Result<Vec<Warning>, CompileError> {
        let folder = temporary_folder()?;
        let output = self.run(source, edition, judge, folder.path(), |command, folder| {
            command.arg("--error-format=json");
            set_output(command, folder);
        })?;
        let report = String::from_utf8_lossy(&output.stderr);
        let messages = report.lines().map(|line| {
            // Other lines come from the operating system.
            serde_json::from_str::<Diagnostic>(line).map_err(|_| line.to_owned())
        });
        if output.status.success() {
            return Ok(messages
                .flatten()
                .filter_map(|message| Warning::of(&message, FILE))
                .collect());
        }
        let is_about_errors =
            |message: &Diagnostic| !matches!(message.level, DiagnosticLevel::Warning);
        let errors = messages.filter_map(|message| match message {
            Ok(message) if is_about_errors(&message) => message.rendered,
            Ok(_) => None,
            Err(line) => Some(line),
        });
        let errors: Vec<String> = errors.map(|error| error.trim_end().to_owned()).collect();
        let report = errors.join("\n\n");
        Err(CompileError::Rejected { version: self.version.clone(), edition, report })
    }

    fn run(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        folder: &Path,
        set_output: impl FnOnce(&mut Command, &Path),
    ) -> Result<Output, CompileError> {
        let file = folder.join(FILE);
        fs::write(&file, source).map_err(|error| CompileError::io(&file, error))?;
        let libraries = match &self.named {
            Some(named) => judge_crates::build(self, named)?,
            None => judge_crates::build(self, &judge_crates::named_in(source, judge))?,
        };

        let mut command = self.isolated(&self.rustc);
        command.current_dir(folder).args(["--crate-name", "bot", "--crate-type", "bin", FILE]);
        command.args(["--edition", &edition.to_string()]).args(&judge.flags);
        for (name, library) in &libraries.files {
            let mut argument = OsString::from(format!("{name}="));
            argument.push(library);
            command.arg("--extern").arg(argument);
        }
        if let Some(dependencies) = &libraries.folder {
            let mut argument = OsString::from("dependency=");
            argument.push(dependencies);
            command.arg("-L").arg(argument);
        }
        set_output(&mut command, folder);
        interrupt::output(&mut command).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => CompileError::Interrupted,
            _ => CompileError::NoCompiler {
                program: self.rustc.display().to_string(),
                reason: error.to_string(),
            },
        })
    }
}

fn temporary_folder() -> Result<TempDir, CompileError> {
    tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))
}

fn without_code(command: &mut Command, folder: &Path) {
    command.arg("--emit=metadata").arg("--out-dir").arg(folder);
}

/// Returns the first two numbers of a version.
fn numbers(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map_while(|number| number.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Returns the toolchain that rustup chooses in a folder. `None` if a variable names one, or
/// without rustup.
fn rustups_choice(folder: &Path) -> Option<String> {
    if env::var_os("RUSTUP_TOOLCHAIN").is_some() {
        return None;
    }
    let mut command = isolated("rustup");
    command.args(["show", "active-toolchain"]).current_dir(folder).env("RUSTUP_AUTO_INSTALL", "0");
    let output = interrupt::output(&mut command).ok().filter(|output| output.status.success())?;
    // For example: stable-x86_64-unknown-linux-gnu (default)
    String::from_utf8(output.stdout).ok()?.split_whitespace().next().map(str::to_owned)
}

/// Returns the compiler that rustup's proxy starts in a folder, if the rustc on `PATH` is that
/// proxy. The proxy itself takes a fifth of the time of a short compilation.
fn behind_proxy(folder: &Path) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let first = env::split_paths(&paths).find(|path| path.join("rustc").is_file())?;
    let is_proxy = first.join("rustup").is_file();
    is_proxy
        .then(|| rustups_path(isolated("rustup").args(["which", "rustc"]).current_dir(folder)))?
}

/// Returns the compiler of a toolchain, if rustup has it.
fn rustup_rustc(toolchain: &str) -> Option<PathBuf> {
    rustups_path(isolated("rustup").args(["which", "--toolchain", toolchain, "rustc"]))
}

/// Returns the path that a command of rustup prints. Does not install a toolchain.
fn rustups_path(command: &mut Command) -> Option<PathBuf> {
    let output = interrupt::output(command.env("RUSTUP_AUTO_INSTALL", "0")).ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (output.status.success() && path.is_file()).then_some(path)
}
