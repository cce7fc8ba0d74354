//! The default command: makes, checks and writes a bundle.

use std::{ffi::OsString, io::Write, path::PathBuf, time::Duration};

use anyhow::Context;

use crate::bundle::{Bundle, bundle};
use crate::judge::{Judge, Size};
use crate::level::Level;
use crate::request::Request;
use crate::verify::{Verified, verify};
use crate::verify_options::{Depth, Inputs, VerifyOptions};
use crate::write::{check_writable, write_atomically};

use super::{Reply, clipboard, selection, watch};

/// Default time limit of a program for one input, in seconds.
const TIMEOUT: &str = "10";

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    #[command(flatten)]
    selection: selection::Arguments,
    /// Output file; the source map goes to FILE.map, which `bundler locate` reads [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Do not write the source map
    #[arg(long)]
    no_map: bool,
    /// Copy the bundle to the clipboard
    #[arg(long, conflicts_with = "watch")]
    copy: bool,
    /// Bundle again whenever a source changes, until Ctrl-C
    #[arg(long, requires = "output")]
    pub(crate) watch: bool,
    /// Check types only, without building programs
    #[arg(long, conflicts_with_all = ["input", "no_check"])]
    quick: bool,
    /// Compile nothing; unused items stay, because only a compiler finds them
    #[arg(long, conflicts_with = "input")]
    no_check: bool,
    /// Run the bundle and the workspace's program on this file, and compare output and exit code;
    /// may be repeated [default: the inputs in tests/, test/, examples/ and samples/ of the
    /// package, if the program reads standard input]
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Time limit of a program for one input
    #[arg(long, value_name = "SECONDS", default_value = TIMEOUT, value_parser = seconds)]
    timeout: Duration,
    /// Arguments of the programs
    #[arg(last = true, value_name = "ARGUMENTS", conflicts_with_all = ["quick", "no_check"])]
    arguments: Vec<OsString>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Result of a request.
pub(crate) enum Outcome {
    /// The bundle was made, and verified unless `--no-check` was given.
    Made { bundle: Box<Bundle>, verified: Option<Verified> },
    /// The bundle failed a check; the text gives the reason.
    Refused(String),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    if let Some(path) = &arguments.output {
        check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if arguments.watch {
        return watch::run(arguments);
    }
    let request = arguments.request()?;
    match make(arguments, &request)? {
        Outcome::Refused(reason) => {
            eprintln!("bundler: {reason}");
            Ok(Reply::No)
        }
        Outcome::Made { bundle, verified } => {
            warn(&bundle, &request.judge, verified.as_ref());
            deliver(arguments, &bundle, &request, verified.as_ref())?;
            Ok(Reply::Yes)
        }
    }
}

impl Arguments {
    pub(crate) fn request(&self) -> anyhow::Result<Request> {
        self.selection.request(!self.no_check)
    }
}

/// Makes and verifies a bundle. Nothing is written.
pub(crate) fn make(arguments: &Arguments, request: &Request) -> anyhow::Result<Outcome> {
    let bundle = bundle(request)?;
    if let Some(reason) = too_long(&bundle, &request.judge) {
        return Ok(Outcome::Refused(reason));
    }
    if arguments.no_check {
        return Ok(Outcome::Made { bundle: Box::new(bundle), verified: None });
    }
    let depth = if arguments.quick { Depth::Types } else { Depth::Programs };
    let options = VerifyOptions {
        depth,
        inputs: match arguments.input.is_empty() {
            true => Inputs::Found,
            false => Inputs::Files(arguments.input.clone()),
        },
        arguments: arguments.arguments.clone(),
        timeout: arguments.timeout,
    };
    match verify(&bundle, request, &options) {
        Ok(verified) => Ok(Outcome::Made { bundle: Box::new(bundle), verified: Some(verified) }),
        Err(error) if error.is_verdict() => Ok(Outcome::Refused(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

fn too_long(bundle: &Bundle, judge: &Judge) -> Option<String> {
    let length = judge.length(&bundle.source);
    (judge.verdict(length) == Size::TooLarge).then(|| {
        format!(
            "the bundle has {length} {unit} {level}, {more} more than {name} takes; \
             `bundler report` with the same options shows what to cut",
            unit = judge.unit,
            level = bundle.level,
            more = length - judge.source_limit,
            name = judge.name,
        )
    })
}

/// Writes the bundle to the destinations that the arguments name.
pub(crate) fn deliver(
    arguments: &Arguments,
    bundle: &Bundle,
    request: &Request,
    verified: Option<&Verified>,
) -> anyhow::Result<()> {
    let status = status(bundle, request, verified);
    if let Some(path) = &arguments.output {
        let written = match arguments.no_map {
            true => write_atomically(path, &bundle.source),
            false => bundle.write(path),
        };
        written.with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}: {status}", path.display());
    }
    if arguments.copy {
        let program = clipboard::copy(&bundle.source)?;
        println!("copied by {program}: {status}");
    }
    if arguments.output.is_none() && !arguments.copy {
        std::io::stdout()
            .write_all(bundle.source.as_bytes())
            .context("cannot write to standard output")?;
        eprintln!("{status}");
    }
    Ok(())
}

/// Returns the length of the bundle, its level with the reason, and the checks it passed.
pub(crate) fn status(bundle: &Bundle, request: &Request, verified: Option<&Verified>) -> String {
    let judge = &request.judge;
    let length = judge.length(&bundle.source);
    let of = match judge.source_limit {
        usize::MAX => String::new(),
        limit => format!(" of {limit}"),
    };
    let why = if bundle.level > request.minify.first() {
        let before: Vec<String> = bundle
            .lengths
            .iter()
            .filter(|length| length.level < bundle.level)
            .map(|length| format!("{length} {}", length.level))
            .collect();
        format!(", as {} takes no more (it would have {})", judge.name, before.join(", "))
    } else if bundle.level > Level::Readable {
        ", as asked for".to_owned()
    } else {
        String::new()
    };
    let checks = match verified {
        None => "; not checked".to_owned(),
        Some(verified) => format!("; checked with {}", checkers(verified)),
    };
    format!("{length}{of} {}, {}{why}{checks}", judge.unit, bundle.level)
}

fn checkers(verified: &Verified) -> String {
    let mut versions: Vec<&str> = Vec::new();
    let mut editions: Vec<String> = Vec::new();
    for (version, edition) in &verified.checks {
        if !versions.contains(&version.as_str()) {
            versions.push(version);
        }
        if !editions.contains(&edition.to_string()) {
            editions.push(edition.to_string());
        }
    }
    let runs = match verified.runs {
        0 => String::new(),
        runs => format!(", {runs} runs as the workspace's"),
    };
    format!("Rust {} as {}{runs}", versions.join(" and "), editions.join(" and "))
}

pub(crate) fn warn(bundle: &Bundle, judge: &Judge, verified: Option<&Verified>) {
    let of_checks = verified.iter().flat_map(|verified| &verified.remarks);
    for remark in bundle.remarks.iter().chain(of_checks) {
        eprintln!("note: {remark}");
    }
    if let Some(reason) = &bundle.kept_unused {
        eprintln!("warning: unused items stay in the bundle, because {reason}");
    }
    let length = judge.length(&bundle.source);
    if judge.verdict(length) == Size::Tight {
        eprintln!(
            "warning: {} {} are left until {} refuses the bundle",
            judge.source_limit - length,
            judge.unit,
            judge.name
        );
    }
    if let Some(note) = verified.and_then(Verified::note) {
        eprintln!("{note}");
    }
    for missing in verified.iter().flat_map(|verified| &verified.missing) {
        eprintln!("warning: not checked with {missing}, which is not installed{}", remedy(missing));
    }
}

fn remedy(missing: &crate::Toolchain) -> String {
    match missing {
        crate::Toolchain::Version(version) => format!(": `rustup toolchain install {version}`"),
        _ => String::new(),
    }
}
