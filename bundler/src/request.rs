//! Input of the bundler.

use std::path::PathBuf;

use crate::entry::Entry;
use crate::judge::Judge;
use crate::level::Minify;
use crate::progress::Progress;

/// Input of [`bundle()`](crate::bundle()): the program to bundle, the judge and the options.
#[derive(Clone, Debug)]
pub struct Request {
    /// Path of a `Cargo.toml` of the workspace.
    pub manifest_path: PathBuf,
    /// The package with the entry. Optional if only one package has it, or if the manifest is that
    /// of the package.
    pub package: Option<String>,
    /// The binary or example.
    pub entry: Entry,
    /// The judge that will compile the bundle.
    pub judge: Judge,
    /// Treatment of items that the entry does not use.
    pub unused: Unused,
    /// Permitted ways of shortening the text.
    pub minify: Minify,
    /// True if the header names the git commit of the workspace, where there is one.
    pub names_commit: bool,
    /// Receiver of the long steps of [`bundle()`](crate::bundle()) and [`crate::verify()`].
    pub progress: Progress,
}

impl Request {
    /// Returns a request for the only binary of a workspace and for CodinGame, without unused items
    /// and as readable as its length allows.
    pub fn new(manifest_path: impl Into<PathBuf>) -> Self {
        Self {
            manifest_path: manifest_path.into(),
            package: None,
            entry: Entry::Bin(None),
            judge: Judge::codingame(),
            unused: Unused::LeftOut,
            minify: Minify::default(),
            names_commit: false,
            progress: Progress::default(),
        }
    }
}

/// Treatment of unused items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// Unused items are left out. This needs a compiler: the one that
    /// [`Compiler::workspace`](crate::Compiler::workspace) finds.
    LeftOut,
    /// Unused items stay.
    Kept,
}
