//! Command-line options that select the program to bundle, the judge and the level of minification.

use std::path::{Path, PathBuf};

use crate::entry::Entry;
use crate::judge::Judge;
use crate::level::Minify;
use crate::progress::Progress;
use crate::request::{Request, Unused};

/// With `--limit`, a warning appears when less than 1/20 of the limit is left.
const MARGIN: usize = 20;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// Path of a Cargo.toml of the workspace
    #[arg(long, value_name = "FILE", default_value = "Cargo.toml")]
    manifest_path: PathBuf,
    /// Package with the binary, if several have one
    #[arg(long, short, value_name = "NAME")]
    package: Option<String>,
    /// Name of the binary, if there are several
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,
    /// Name of an example, in place of a binary
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,
    /// Judge that compiles the bundle: codingame, codecup, or the path of a profile that ends with
    /// .toml
    #[arg(long, value_name = "JUDGE", default_value = "codingame", value_parser = judge)]
    judge: Judge,
    /// Maximum length of a source, in the judge's unit [default: the judge's limit]
    #[arg(long, value_name = "LENGTH")]
    limit: Option<usize>,
    /// Keep items that the binary does not use
    #[arg(long)]
    keep_unused: bool,
    /// Minimum level of minification: `auto` minifies only while the judge's limit demands it,
    /// `spaces` removes white space, `names` also shortens names, `module` also merges all modules
    /// into one, `never` keeps the source readable at any length
    #[arg(
        long,
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "auto",
        default_missing_value = "spaces"
    )]
    minify: Minify,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

fn judge(text: &str) -> Result<Judge, String> {
    if Judge::is_profile(text) {
        return Judge::from_file(Path::new(text)).map_err(|error| error.to_string());
    }
    text.parse().map_err(|error: crate::UnknownJudge| error.to_string())
}

impl Arguments {
    /// Returns the request that the options describe; unused items stay if nothing may be compiled.
    pub(crate) fn request(&self, may_compile: bool) -> anyhow::Result<Request> {
        let mut judge = self.judge.clone();
        if let Some(limit) = self.limit {
            judge.warn_from = limit - limit / MARGIN;
            judge.source_limit = limit;
        }
        if !may_compile && self.minify.first() >= crate::Level::Names {
            anyhow::bail!("short names and a single module need a compiler: leave out --no-check");
        }
        let keep = self.keep_unused || !may_compile;
        Ok(Request {
            package: self.package.clone(),
            entry: match &self.example {
                Some(example) => Entry::Example(example.clone()),
                None => Entry::Bin(self.bin.clone()),
            },
            judge,
            unused: if keep { Unused::Kept } else { Unused::LeftOut },
            minify: self.minify,
            names_commit: true,
            progress: match self.quiet {
                true => Progress::default(),
                false => Progress::new(|step| eprintln!("{step}")),
            },
            ..Request::new(&self.manifest_path)
        })
    }
}
