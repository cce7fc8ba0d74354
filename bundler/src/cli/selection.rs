//! The options that say what to bundle, and for whom.

use std::path::{Path, PathBuf};

use crate::{Entry, Judge, Minify, Progress, Request, Unused, commit_of};

/// A warning is due when less than this part of the limit is left.
const MARGIN: usize = 20;

/// What a judge in a file of its own is recognised by.
const PROFILE: &str = ".toml";

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// A Cargo.toml of the workspace
    #[arg(long, value_name = "FILE", default_value = "Cargo.toml")]
    manifest_path: PathBuf,
    /// The package with the binary, if several have one
    #[arg(long, short, value_name = "NAME")]
    package: Option<String>,
    /// The binary, if there are several
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,
    /// An example in place of a binary
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,
    /// Who will compile the bundle: codingame, codecup, or the path of a profile that ends with .toml
    #[arg(long, value_name = "JUDGE", default_value = "codingame", value_parser = judge)]
    judge: Judge,
    /// The longest source that the judge takes, in its unit [default: what is known of the judge]
    #[arg(long, value_name = "LENGTH")]
    limit: Option<usize>,
    /// Leave in what the binary does not use
    #[arg(long)]
    keep_unused: bool,
    /// How short to make it at least: `auto` goes on only while the judge's limit demands it, `spaces` spares white space,
    /// `names` replaces names as well; `never` leaves it readable, whatever the length
    #[arg(
        long,
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "auto",
        default_missing_value = "spaces"
    )]
    minify: Minify,
    /// Report no progress
    #[arg(long, short)]
    quiet: bool,
}

fn judge(text: &str) -> Result<Judge, String> {
    if text.ends_with(PROFILE) {
        return Judge::from_file(Path::new(text)).map_err(|error| error.to_string());
    }
    text.parse().map_err(|error: crate::UnknownJudge| error.to_string())
}

impl Arguments {
    /// What the options ask for; unused items stay if nothing may be compiled.
    pub(crate) fn request(&self, may_compile: bool) -> anyhow::Result<Request> {
        let mut judge = self.judge.clone();
        if let Some(limit) = self.limit {
            judge.warn_from = limit - limit / MARGIN;
            judge.source_limit = limit;
        }
        if !may_compile && self.minify.first() == crate::Level::Names {
            anyhow::bail!("a compiler has to tell which names can be short: leave out --no-check");
        }
        let keep = self.keep_unused || !may_compile;
        let folder = self.manifest_path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Ok(Request {
            package: self.package.clone(),
            entry: match &self.example {
                Some(example) => Entry::Example(example.clone()),
                None => Entry::Bin(self.bin.clone()),
            },
            judge,
            unused: if keep { Unused::Kept } else { Unused::LeftOut },
            minify: self.minify,
            commit: commit_of(folder.unwrap_or(Path::new("."))),
            progress: match self.quiet {
                true => Progress::default(),
                false => Progress::new(|step| eprintln!("{step}")),
            },
            ..Request::new(&self.manifest_path)
        })
    }
}
