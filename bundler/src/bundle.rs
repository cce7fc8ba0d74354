//! The one function that most callers need.

use std::path::PathBuf;

use crate::{
    BundleError, CompileError, Compiler, Judge, Provided, Size,
    graph::{Graph, Krate},
    merge::merge,
    notice::{licence, notice},
    pack::pack,
    patterns,
    prune::prune,
    shorten::shorten,
};

/// The folder of a workspace's build output in which [`crate::Compiler`] keeps the judge's crates.
pub const JUDGE_CRATES: &str = "judge-crates";

/// What to bundle, and for whom.
#[derive(Clone, Debug)]
pub struct Request {
    /// A `Cargo.toml` of the workspace.
    pub manifest_path: PathBuf,
    /// The package with the binary.
    pub package: String,
    /// The binary's name; may be left out where the package has only one, or one called like itself.
    pub bin: Option<String>,
    /// Who will compile the bundle.
    pub judge: Judge,
    /// What becomes of items that the binary does not use.
    pub unused: Unused,
}

/// What becomes of items that nothing uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// They are left out, which takes a compiler: the one that [`Compiler::workspace`] finds.
    LeftOut,
    /// They stay.
    Kept,
}

/// One source file, and what went into it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The file's text. It depends on the sources, on `Cargo.lock` and, if unused items are left out, on the compiler that
    /// tells which: not on time, place or user.
    pub source: String,
    /// Why unused items are in it although they should have been left out.
    pub kept_unused: Option<String>,
    /// The crates it carries, in dependency order, the binary last.
    pub inlined: Vec<Inlined>,
    /// The crates that its packages expect from the judge.
    pub provided: Vec<Provided>,
    /// A folder of the workspace's build output for [`crate::Compiler`] to keep the judge's crates in.
    pub cache_dir: PathBuf,
}

/// A crate whose source is in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// Its package's name.
    pub name: String,
    /// Its package's version.
    pub version: String,
    /// The licence that its manifest states.
    pub licence: String,
    /// Whether it belongs to the user, rather than to a registry.
    pub own: bool,
}

/// Merges a binary and all it depends on into one file.
///
/// Unless they shall stay, items that nothing uses are left out, and the rest has been compiled once. A source that does
/// not compile keeps them.
///
/// A bundle that would be too long for the judge is packed: it has no white space that can be spared. If that is not
/// enough, and unused items are left out, it gets short names as well.
///
/// Nothing is written, and the text is not yet checked: see [`Judge::verdict`] for the length, [`Compiler::check`] for
/// that and [`crate::write_atomically`].
///
/// # Errors
///
/// Where cargo or the parser fails, wherever a single file could not mean what the crates mean, and where a compiler is
/// needed and not to be had.
pub fn bundle(request: &Request) -> Result<Bundle, BundleError> {
    let graph = Graph::read(request)?;
    let notice = notice(&graph);
    let cache_dir = graph.target_directory.join(JUDGE_CRATES);
    let mut merged = merge(&graph, &request.judge)?;
    let mut kept_unused = None;
    if request.unused == Unused::LeftOut {
        let compiler = Compiler::workspace(&cache_dir)?;
        if graph.crates.iter().any(|krate| krate.edition != "2024") {
            merged = patterns::modernise(merged, &compiler, &request.judge)?;
        }
        match prune(&merged, &compiler, &request.judge) {
            Ok(pruned) => merged = pruned,
            Err(CompileError::Rejected { report, .. }) => kept_unused = Some(report),
            Err(error) => return Err(error.into()),
        }
    }
    let is_too_long = |text: &str| {
        let units = utf16_units(&notice) + utf16_units(text);
        request.judge.verdict(units) == Size::TooLarge
    };
    if is_too_long(&merged) {
        merged = pack(&merged).expect("merged sources are made of tokens");
    }
    if request.unused == Unused::LeftOut && is_too_long(&merged) {
        merged = shorten(&merged, &Compiler::workspace(&cache_dir)?, &request.judge)?;
    }
    let source = notice + &merged;
    Ok(Bundle {
        source,
        kept_unused,
        inlined: graph.crates.iter().map(Inlined::from).collect(),
        provided: graph.provided.into_iter().collect(),
        cache_dir,
    })
}

/// A text's length as judges count it, in UTF-16 code units.
pub fn utf16_units(source: &str) -> usize {
    source.chars().map(char::len_utf16).sum()
}

impl Bundle {
    /// The source's length in UTF-16 code units.
    pub fn utf16_units(&self) -> usize {
        utf16_units(&self.source)
    }
}

impl From<&Krate> for Inlined {
    fn from(krate: &Krate) -> Self {
        Self {
            name: krate.package.name.to_string(),
            version: krate.package.version.to_string(),
            licence: licence(&krate.package),
            own: krate.is_own(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_beyond_the_basic_plane_counts_twice() {
        assert_eq!(utf16_units("aé\u{3400}"), 3);
        assert_eq!(utf16_units("\u{1F600}"), 2);
    }
}
