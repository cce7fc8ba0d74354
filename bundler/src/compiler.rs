//! Compiling a bundle as the judge does: one bare file, no cargo.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{CompileError, Edition, Judge, judge_crates, process::isolated};

/// The compiler that CodinGame runs.
const JUDGE_TOOLCHAIN: &str = "1.90.0";
/// Debian's compiler stands in for it between these versions: what compiles with the older compiles with the newer.
const STAND_IN: std::ops::RangeInclusive<(u32, u32)> = (1, 85)..=(1, 90);
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
/// What the file is called that compilers see.
pub(crate) const FILE: &str = "bot.rs";

/// A rustc, with the cargo that builds the judge's crates for it.
#[derive(Clone, Debug)]
pub struct Compiler {
    rustc: PathBuf,
    cargo: PathBuf,
    version: String,
    cache: PathBuf,
    /// Whether rustup's choice of toolchain has to be kept from the programs.
    is_fixed: bool,
}

impl Compiler {
    /// The compiler that the workspace is built with: `RUSTC`, or the rustc on `PATH`.
    ///
    /// The judge's crates are built once per compiler, in a folder below `cache_dir` ([`crate::Bundle::cache_dir`]).
    ///
    /// # Errors
    ///
    /// If there is no compiler that runs.
    pub fn workspace(cache_dir: &Path) -> Result<Self, CompileError> {
        let program = |variable: &str, default: &str| {
            PathBuf::from(env::var_os(variable).unwrap_or_else(|| OsString::from(default)))
        };
        Self::new(&program("RUSTC", "rustc"), &program("CARGO", "cargo"), cache_dir, false)
    }

    /// A compiler as old as the judge's, if there is one: rustup's 1.90.0, or Debian's from 1.85 to 1.90.
    ///
    /// # Errors
    ///
    /// If there is one and it does not run.
    pub fn judge(cache_dir: &Path) -> Result<Option<Self>, CompileError> {
        if let (Some(rustc), Some(cargo)) = (rustup_program("rustc"), rustup_program("cargo")) {
            return Self::new(&rustc, &cargo, cache_dir, true).map(Some);
        }
        let (rustc, cargo) = (Path::new(DEBIAN_RUSTC), Path::new(DEBIAN_CARGO));
        if !rustc.is_file() || !cargo.is_file() {
            return Ok(None);
        }
        let compiler = Self::new(rustc, cargo, cache_dir, true)?;
        let mut numbers = compiler.version.split('.').map_while(|number| number.parse().ok());
        let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        Ok(STAND_IN.contains(&version).then_some(compiler))
    }

    /// The version alone, such as `1.90.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Checks a source as a bare file in one edition, without generating code.
    ///
    /// # Errors
    ///
    /// If the compiler reports anything, be it a warning, or if the judge's crates are not to be had.
    pub fn check(&self, source: &str, edition: Edition, judge: &Judge) -> Result<(), CompileError> {
        self.compile(source, edition, judge, without_code)
    }

    /// Checks a source as [`Compiler::check`] does, with debug assertions or without. Warnings are not looked at.
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
    }

    /// What the compiler says about a source with these flags, one JSON object a line.
    ///
    /// In `folder` it keeps what it learns about one source for the next one, much of which may be the same.
    pub(crate) fn diagnose(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        flags: &[&str],
        folder: &Path,
    ) -> Result<String, CompileError> {
        let output = self.run(source, edition, judge, folder, |command, folder| {
            without_code(command, folder);
            command.args(["--error-format=json", "-C", "incremental=learnt"]).args(flags);
        })?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Compiles a source with optimisation to an executable. Warnings are not looked at.
    ///
    /// # Errors
    ///
    /// If the compiler refuses the source, or if the judge's crates are not to be had.
    pub fn build(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        executable: &Path,
    ) -> Result<(), CompileError> {
        // The compiler runs in another folder.
        let executable =
            std::path::absolute(executable).map_err(|error| CompileError::io(executable, error))?;
        self.compile(source, edition, judge, |command, _| {
            command.args(["-O", "--cap-lints=allow", "-o"]).arg(&executable);
        })
    }

    /// What the compiler makes of a source: all functions of the program, before optimisation, with the lines they are from.
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
            command.args(["-C", "symbol-mangling-version=v0"]);
        })?;
        fs::read_to_string(target.path()).map_err(|error| CompileError::io(target.path(), error))
    }

    fn new(
        rustc: &Path,
        cargo: &Path,
        cache_dir: &Path,
        is_fixed: bool,
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
            is_fixed,
        };
        let output = compiler
            .isolated(rustc)
            .arg("--version")
            .output()
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

    /// The cargo that builds for this compiler, free of the settings of other builds.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = self.isolated(&self.cargo);
        // Set but empty, it also silences the flags of a configuration file.
        command.env("RUSTC", &self.rustc).env("CARGO_ENCODED_RUSTFLAGS", "");
        command
    }

    /// Where this compiler's libraries are kept.
    pub(crate) fn cache(&self) -> &Path {
        &self.cache
    }

    fn isolated(&self, program: &Path) -> Command {
        let mut command = isolated(program);
        if self.is_fixed {
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC");
        }
        command
    }

    fn compile(
        &self,
        source: &str,
        edition: Edition,
        judge: &Judge,
        set_output: impl FnOnce(&mut Command, &Path),
    ) -> Result<(), CompileError> {
        let folder =
            tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        let output = self.run(source, edition, judge, folder.path(), set_output)?;
        let report = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() && report.is_empty() {
            return Ok(());
        }
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
        let libraries = judge_crates::build(self, &judge_crates::named_in(source, judge))?;

        let mut command = self.isolated(&self.rustc);
        command.current_dir(folder).args(["--crate-name", "bot", "--crate-type", "bin", FILE]);
        command.args(["--edition", &edition.to_string()]);
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
        command.output().map_err(|error| CompileError::NoCompiler {
            program: self.rustc.display().to_string(),
            reason: error.to_string(),
        })
    }
}

fn without_code(command: &mut Command, folder: &Path) {
    command.arg("--emit=metadata").arg("--out-dir").arg(folder);
}

/// A program of the judge's toolchain, if rustup has it; nothing is installed for the question.
fn rustup_program(name: &str) -> Option<PathBuf> {
    let output = isolated("rustup")
        .args(["which", "--toolchain", JUDGE_TOOLCHAIN, name])
        .env("RUSTUP_AUTO_INSTALL", "0")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (output.status.success() && path.is_file()).then_some(path)
}
