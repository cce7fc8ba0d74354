//! The command `bundler`.

use std::{io::Write, path::PathBuf};

use anyhow::Context;
use clap::Parser;

use bundler::{Bundle, Compiler, Judge, Request, Size, Unused, bundle, write_atomically};

const EXAMPLES: &str = "\
Examples:
  bundler --manifest-path bots/Cargo.toml --package tictactoe -o tictactoe.rs
  bundler --package mybot | xclip -selection clipboard
  bundler --package mybot --judge codecup -o mybot.rs

The bundle is checked as a bare file, in editions 2021 and 2024, before anything is written; a file that is already
there stays as it is if the check fails. Exit code 0: done; 2: it could not be done, and standard error says why.";

/// Merges a Rust binary and the crates it depends on into one source file that a judge accepts.
#[derive(Debug, Parser)]
#[command(name = "bundler", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A Cargo.toml of the workspace
    #[arg(long, value_name = "FILE", default_value = "Cargo.toml")]
    manifest_path: PathBuf,
    /// The package with the binary
    #[arg(long, short, value_name = "NAME")]
    package: String,
    /// The binary, if the package has several
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,
    /// Where to write the bundle [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Who will compile the bundle: codingame or codecup, which has no crates
    #[arg(long, value_name = "JUDGE", default_value = "codingame")]
    judge: Judge,
    /// The longest source that the judge takes, in UTF-16 code units [default: what is known of the judge]
    #[arg(long, value_name = "UNITS")]
    limit: Option<usize>,
    /// Leave in what the binary does not use
    #[arg(long)]
    keep_unused: bool,
    /// Write the bundle without compiling anything; what is unused stays, as only a compiler can tell
    #[arg(long)]
    no_check: bool,
}

/// Does what the arguments ask for.
///
/// # Errors
///
/// With the reason and a way out, for standard error.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let mut judge = arguments.judge;
    if let Some(limit) = arguments.limit {
        judge.warn_from = judge.warn_from.min(limit);
        judge.source_limit = limit;
    }
    let request = Request {
        manifest_path: arguments.manifest_path,
        package: arguments.package,
        bin: arguments.bin,
        judge,
        unused: if arguments.keep_unused || arguments.no_check {
            Unused::Kept
        } else {
            Unused::LeftOut
        },
    };
    let bundle = bundle(&request)?;
    measure(&bundle, &request.judge)?;
    if !arguments.no_check {
        check(&bundle, &request.judge)?;
    }
    if let Some(reason) = &bundle.kept_unused {
        eprintln!(
            "warning: what is unused is in the bundle, which did not compile without:\n{reason}"
        );
    }
    match &arguments.output {
        Some(path) => {
            write_atomically(path, &bundle.source)
                .with_context(|| format!("cannot write {}", path.display()))?;
            println!("{}: {} UTF-16 units", path.display(), bundle.utf16_units());
        }
        None => std::io::stdout()
            .write_all(bundle.source.as_bytes())
            .context("cannot write to standard output")?,
    }
    Ok(())
}

fn measure(bundle: &Bundle, judge: &Judge) -> anyhow::Result<()> {
    let (units, limit) = (bundle.utf16_units(), judge.source_limit);
    match judge.verdict(units) {
        Size::Fits => {}
        Size::Tight => eprintln!("warning: the bundle has {units} of at most {limit} UTF-16 units"),
        Size::TooLarge => anyhow::bail!(
            "the bundle has {units} UTF-16 units, {} more than {} takes; shorten the sources, or depend on less",
            units - limit,
            judge.name
        ),
    }
    Ok(())
}

fn check(bundle: &Bundle, judge: &Judge) -> anyhow::Result<()> {
    let workspace = Compiler::workspace(&bundle.cache_dir)?;
    let older = Compiler::judge(&bundle.cache_dir)?;
    for compiler in std::iter::once(workspace).chain(older) {
        for &edition in &judge.editions {
            compiler.check(&bundle.source, edition, judge)?;
        }
    }
    Ok(())
}
