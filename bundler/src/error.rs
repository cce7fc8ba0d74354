//! What can go wrong, in words that name the offending thing and the way out.

use std::{io, path::PathBuf};

/// Why a binary could not be merged into one file.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A cargo command failed.
    #[error("`cargo {command}` failed for {manifest}:\n{reason}")]
    Cargo {
        /// The subcommand.
        command: &'static str,
        /// The manifest it was given.
        manifest: PathBuf,
        /// What cargo said.
        reason: String,
    },
    /// The package asked for is not a member of the workspace.
    #[error("no package `{package}` in the workspace of {manifest}; its packages are: {known}")]
    NoPackage {
        /// The package asked for.
        package: String,
        /// The manifest that was read.
        manifest: PathBuf,
        /// The packages that are there.
        known: String,
    },
    /// No package is named, and not exactly one has what is asked for.
    #[error(
        "not exactly one package in the workspace of {manifest} has {entry}; \
         choose with --package and --bin or --example from: {known}"
    )]
    NoEntry {
        /// What is asked for.
        entry: String,
        /// The manifest that was read.
        manifest: PathBuf,
        /// What there is.
        known: String,
    },
    /// The package has no binary or example of that name, or none at all, or several to choose from.
    #[error("package `{package}` {problem}; it has: {known}")]
    NoBinary {
        /// The package.
        package: String,
        /// What is wrong with the choice.
        problem: String,
        /// Those that are there.
        known: String,
    },
    /// A binary's `required-features` are not all on.
    #[error(
        "binary `{bin}` requires the feature `{feature}`, which a plain `cargo build` leaves off; \
         make it a default feature of its package"
    )]
    FeatureOff {
        /// The binary.
        bin: String,
        /// The first feature missing.
        feature: String,
    },
    /// A crate that would be inlined has a build script.
    #[error(
        "package `{package}`{} has a build script, whose results a single file cannot carry; \
         depend on a package without one, or set `build = false`",
        needed_through(through)
    )]
    BuildScript {
        /// The package with the build script.
        package: String,
        /// The packages between the binary and it, from the binary on.
        through: Vec<String>,
    },
    /// A crate that would be inlined calls a procedural macro.
    #[error(
        "{file}:{line}:{column}: {name} is a procedural macro of package `{package}`, and runs only where cargo builds; \
         write out what it generates, or put it behind a feature that the bot leaves off"
    )]
    ProcMacro {
        /// The package that has the procedural macro.
        package: String,
        /// The macro, as source code calls it.
        name: String,
        /// The file that calls it.
        file: PathBuf,
        /// The line of the call, counted from one.
        line: usize,
        /// The column of the call, counted from one.
        column: usize,
    },
    /// The judge has another version of a crate.
    #[error(
        "package `{dependant}` depends on {name} {found}, but the judge has {name} {provided}; \
         ask for `{name} = \"={provided}\"`"
    )]
    WrongVersion {
        /// The provided crate.
        name: String,
        /// The version that cargo resolved.
        found: String,
        /// The version that the judge links.
        provided: String,
        /// Who depends on it.
        dependant: String,
    },
    /// A dependency has no library to inline.
    #[error("package `{package}` has no Rust library (only a C or dynamic one) to inline")]
    NoLibrary {
        /// The package.
        package: String,
    },
    /// A source file could not be read.
    #[error("cannot read {file}: {reason}")]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
    /// A `mod name;` whose file does not exist.
    #[error("{file} declares `mod {module};`, but there is no {tried}")]
    NoModule {
        /// The module.
        module: String,
        /// The file with the declaration.
        file: PathBuf,
        /// The files looked for.
        tried: String,
    },
    /// A source file is not Rust.
    #[error("{file}:{line}: {message}")]
    Syntax {
        /// The file.
        file: PathBuf,
        /// Its line, counted from one.
        line: usize,
        /// What the parser said.
        message: String,
    },
    /// Something that cannot keep its meaning in a single file.
    #[error("{file}: `{what}` cannot be bundled: {reason}")]
    Refused {
        /// The file.
        file: PathBuf,
        /// The offending source text.
        what: String,
        /// Why, and what to write instead.
        reason: &'static str,
    },
    /// A name that may or may not be a crate.
    #[error(
        "crate `{krate}`, module `{module}`: `{name}` is a dependency as well as an import from a crate that the \
         bundler does not read; rename the import (`use ... as other;`) or write `::{name}::...` for the dependency"
    )]
    Ambiguous {
        /// The crate.
        krate: String,
        /// The module in it, `crate` for the root.
        module: String,
        /// The name with two meanings.
        name: String,
    },
    /// A compiler has to say what is unused, and cannot.
    #[error(transparent)]
    Compiler(#[from] CompileError),
}

/// Why a compiler could not be used, or did not accept a source.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// There is no working compiler.
    #[error(
        "cannot run `{program}`: {reason}; install Rust from https://rustup.rs or set RUSTC to a compiler"
    )]
    NoCompiler {
        /// The program tried.
        program: String,
        /// What happened.
        reason: String,
    },
    /// The judge's crates could not be built for the compiler.
    #[error(
        "rustc {version} could not get the judge's crates ({crates}):\n{reason}\n\
         run once with a network connection, so that cargo can fetch them"
    )]
    Crates {
        /// The compiler.
        version: String,
        /// The crates it needs.
        crates: String,
        /// What cargo said.
        reason: String,
    },
    /// The source has an error or a warning.
    #[error("rustc {version} rejects the bundle as edition {edition}:\n{report}")]
    Rejected {
        /// The compiler.
        version: String,
        /// The edition compiled as.
        edition: crate::Edition,
        /// The compiler's own text.
        report: String,
    },
    /// A signal came.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be read or written.
    #[error("{path}: {reason}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
}

fn needed_through(packages: &[String]) -> String {
    match packages {
        [] => String::new(),
        packages => format!(" (needed through {})", packages.join(" > ")),
    }
}

impl CompileError {
    pub(crate) fn io(path: &std::path::Path, reason: io::Error) -> Self {
        Self::Io { path: path.to_owned(), reason }
    }
}
