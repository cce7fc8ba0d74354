//! The one function that most callers need.

use std::path::PathBuf;

use crate::{
    BundleError, Judge, Provided, Size,
    graph::{Graph, Krate},
    merge::merge,
    notice::{licence, notice},
    pack::pack,
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
}

/// One source file, and what went into it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The file's text. It depends on the sources and `Cargo.lock` alone: not on time, place or user.
    pub source: String,
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
/// A bundle that would be too long for the judge is packed: it has no white space that can be spared.
///
/// Nothing is written and nothing is compiled: see [`Judge::verdict`] for the length, [`crate::Compiler`] for the check
/// and [`crate::write_atomically`].
///
/// # Errors
///
/// Where cargo or the parser fails, and wherever a single file could not mean what the crates mean.
pub fn bundle(request: &Request) -> Result<Bundle, BundleError> {
    let graph = Graph::read(request)?;
    let notice = notice(&graph);
    let mut merged = merge(&graph, &request.judge)?;
    if request.judge.verdict(utf16_units(&notice) + utf16_units(&merged)) == Size::TooLarge {
        merged = pack(&merged).expect("merged sources are made of tokens");
    }
    let source = notice + &merged;
    Ok(Bundle {
        source,
        inlined: graph.crates.iter().map(Inlined::from).collect(),
        provided: graph.provided.into_iter().collect(),
        cache_dir: graph.target_directory.join(JUDGE_CRATES),
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
