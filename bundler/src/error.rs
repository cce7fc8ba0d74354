//! Error types. The messages name the cause and a remedy.

use std::{io, path::PathBuf};

/// Reason why a binary could not be merged into one file.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A cargo command failed.
    #[error("`cargo {command}` failed for {manifest}:\n{reason}")]
    Cargo {
        /// Subcommand of cargo.
        command: &'static str,
        /// Manifest it was given.
        manifest: PathBuf,
        /// Error output of cargo.
        reason: String,
    },
    /// The configuration of cargo could not be read.
    #[error("cargo's configuration for {manifest} cannot be read: {reason}")]
    Configuration {
        /// Manifest of the workspace.
        manifest: PathBuf,
        /// The problem and its place.
        reason: String,
    },
    /// The requested package is not a member of the workspace.
    #[error("no package `{package}` in the workspace of {manifest}; its packages are: {known}")]
    NoPackage {
        /// Requested package.
        package: String,
        /// Manifest that was read.
        manifest: PathBuf,
        /// Packages of the workspace.
        known: String,
    },
    /// The request names no package, and not exactly one package has the requested entry.
    #[error(
        "not exactly one package in the workspace of {manifest} has {entry}; \
         choose with --package and --bin or --example from: {known}"
    )]
    NoEntry {
        /// Requested entry.
        entry: String,
        /// Manifest that was read.
        manifest: PathBuf,
        /// Available entries.
        known: String,
    },
    /// The package has no binary or example of that name, or none at all, or several to choose
    /// from.
    #[error("package `{package}` {problem}; it has: {known}")]
    NoBinary {
        /// Name of the package.
        package: String,
        /// Problem with the choice.
        problem: String,
        /// Available entries.
        known: String,
    },
    /// A binary's `required-features` are not all on.
    #[error(
        "binary `{bin}` requires the feature `{feature}`, which a plain `cargo build` leaves off; \
         make it a default feature of its package"
    )]
    FeatureOff {
        /// Name of the binary.
        bin: String,
        /// First missing feature.
        feature: String,
    },
    /// The build script of a crate that would be inlined links libraries.
    #[error(
        "package `{package}`{} links {}, which a single file cannot carry; \
         depend on a package that is Rust alone",
        needed_through(through),
        libraries.join(", ")
    )]
    NativeLibrary {
        /// Package with the build script.
        package: String,
        /// Linked libraries.
        libraries: Vec<String>,
        /// Packages between the binary and that package, from the binary on.
        through: Vec<String>,
    },
    /// A crate that would be inlined calls a procedural macro.
    #[error(
        "{file}:{line}:{column}: {name} is a procedural macro of package `{package}`, \
         and runs only where cargo builds; write out what it generates, \
         or put it behind a feature that the bot leaves off"
    )]
    ProcMacro {
        /// Package of the procedural macro.
        package: String,
        /// Macro as the source code calls it.
        name: String,
        /// File with the call.
        file: PathBuf,
        /// Line of the call, counted from 1.
        line: usize,
        /// Column of the call, counted from 1.
        column: usize,
    },
    /// A dependency has no library to inline.
    #[error("package `{package}` has no Rust library (only a C or dynamic one) to inline")]
    NoLibrary {
        /// Name of the package.
        package: String,
    },
    /// A source file could not be read.
    #[error("cannot read {file}: {reason}")]
    Read {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// A `mod name;` whose file does not exist.
    #[error("{file} declares `mod {module};`, but there is no {tried}")]
    NoModule {
        /// Name of the module.
        module: String,
        /// File with the declaration.
        file: PathBuf,
        /// Files that do not exist.
        tried: String,
    },
    /// A source file is not valid Rust.
    #[error("{file}:{line}: {message}")]
    Syntax {
        /// Path of the file.
        file: PathBuf,
        /// Line in the file, counted from 1.
        line: usize,
        /// Message of the parser.
        message: String,
    },
    /// A construct cannot keep its meaning in a single file.
    #[error("{file}: `{what}` cannot be bundled: {reason}")]
    Refused {
        /// Path of the file.
        file: PathBuf,
        /// Source text of the construct.
        what: String,
        /// The reason, and a replacement.
        reason: &'static str,
    },
    /// The definition of a macro that the program calls names a built-in macro that cannot keep
    /// its meaning in a single file.
    #[error(
        "{place}macro `{name}!`, which the program calls, needs `{what}`, which cannot be \
         bundled: {reason}"
    )]
    RefusedInMacro {
        /// Place in the sources with `: ` behind it, or nothing.
        place: String,
        /// Name of the macro.
        name: String,
        /// The built-in macro.
        what: String,
        /// The reason, and a replacement.
        reason: &'static str,
    },
    /// A name may or may not be a crate.
    #[error(
        "crate `{krate}`, module `{module}`: `{name}` is a dependency as well as an import \
         from a crate that the bundler does not read; rename the import (`use ... as other;`) \
         or write `::{name}::...` for the dependency"
    )]
    Ambiguous {
        /// Name of the crate.
        krate: String,
        /// Module in the crate, `crate` for the root.
        module: String,
        /// Name with two meanings.
        name: String,
    },
    /// The compiler that has to find unused items does not run or fails.
    #[error(transparent)]
    Compiler(#[from] CompileError),
}

/// Reason why a compiler could not be used, or why it rejected a source.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// There is no working compiler.
    #[error(
        "cannot run `{program}`: {reason}; install Rust from https://rustup.rs \
         or set RUSTC to a compiler"
    )]
    NoCompiler {
        /// Program that was tried.
        program: String,
        /// Reason of the failure.
        reason: String,
    },
    /// The judge's crates could not be built for the compiler.
    #[error(
        "rustc {version} could not get the judge's crates ({crates}):\n{reason}\n\
         run once with a network connection, so that cargo can fetch them"
    )]
    Crates {
        /// Version of the compiler.
        version: String,
        /// Crates that it needs.
        crates: String,
        /// Error output of cargo.
        reason: String,
    },
    /// The source has an error.
    #[error("rustc {version} rejects the bundle as edition {edition}:\n{report}")]
    Rejected {
        /// Version of the compiler.
        version: String,
        /// Edition of the compilation.
        edition: crate::Edition,
        /// Output of the compiler.
        report: String,
    },
    /// A signal interrupted the work.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be read or written.
    #[error("{path}: {reason}")]
    Io {
        /// File or folder.
        path: PathBuf,
        /// Error of the operating system.
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
