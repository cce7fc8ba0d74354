//! Judges and their constraints: maximum length, provided crates, compilers and editions.

use std::{fmt, path::PathBuf, str::FromStr};

use serde::Deserialize;

use crate::cfg::Cfgs;
use crate::compiler_flags::{self, Flag};

/// Judge that a bundle is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// Display name.
    pub name: String,
    /// Maximum length of a source, in the judge's units; `usize::MAX` without a limit.
    pub source_limit: usize,
    /// Length in the judge's units from which a caller should warn.
    pub warn_from: usize,
    /// Unit of the length.
    pub unit: Unit,
    /// Crates that the judge links; they stay `extern` paths in a bundle.
    pub provided: Vec<Provided>,
    /// Editions in which a bundle has to compile.
    pub editions: Vec<Edition>,
    /// Compilers that have to accept a bundle, if they are installed.
    pub toolchains: Vec<Toolchain>,
    /// Flags of rustc in every compilation of a bundle.
    pub flags: Vec<String>,
}

/// Unit in which a judge measures a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// UTF-16 code units: one for a character of the Basic Multilingual Plane, two for any other.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Bytes,
    /// Unicode scalar values.
    Characters,
}

/// Location of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// `RUSTC`, or the rustc on `PATH`: the compiler that builds the workspace.
    Path,
    /// The toolchain of this version, such as `1.90.0`, from rustup. The system's own compiler
    /// replaces it if it is older: code that compiles with the older compiler also compiles with
    /// the newer one.
    Version(String),
    /// The rustc at this path.
    Program(PathBuf),
}

/// A crate that the judge links, in its only version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Provided {
    /// Name of the package, which is also the name of its library.
    pub name: String,
    /// Exact version.
    pub version: String,
}

/// An edition of Rust that a bundle can be compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Edition {
    /// Rust 2021.
    #[serde(rename = "2021")]
    E2021,
    /// Rust 2024.
    #[serde(rename = "2024")]
    E2024,
}

/// A source's length compared with the judge's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Below [`Judge::warn_from`].
    Fits,
    /// Accepted, with little room left.
    Tight,
    /// Above [`Judge::source_limit`].
    TooLarge,
}

impl Judge {
    /// Returns the length of a source in this judge's unit.
    pub fn length(&self, source: &str) -> usize {
        self.unit.count(source)
    }

    /// Compares a length with the judge's limit.
    pub fn verdict(&self, length: usize) -> Size {
        if length > self.source_limit {
            Size::TooLarge
        } else if length >= self.warn_from {
            Size::Tight
        } else {
            Size::Fits
        }
    }

    /// Returns the `cfg`s that the flags set.
    pub(crate) fn cfgs(&self) -> Cfgs {
        compiler_flags::cfgs(&Flag::read_all(&self.flags))
    }

    pub(crate) fn provides(&self, package: &str) -> Option<&Provided> {
        self.provided.iter().find(|provided| provided.name == package)
    }
}

impl FromStr for Judge {
    type Err = UnknownJudge;

    /// Reads a judge's name, in upper or lower case.
    fn from_str(name: &str) -> Result<Self, UnknownJudge> {
        let known = Self::all().into_iter().find(|judge| judge.name.eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownJudge(name.to_owned()))
    }
}

/// Error for a name that no judge has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no judge is called `{0}`; the judges are: {known}; \
     one of your own is a file that ends with .toml",
    known = names()
)]
pub struct UnknownJudge(pub String);

fn names() -> String {
    Judge::all().map(|judge| judge.name.to_lowercase()).join(", ")
}

impl Unit {
    /// Returns the length of a text in this unit.
    pub fn count(self, text: &str) -> usize {
        match self {
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Bytes => text.len(),
            Self::Characters => text.chars().count(),
        }
    }
}

impl Provided {
    /// Returns a crate by name and exact version.
    pub fn new(name: &str, version: &str) -> Self {
        Self { name: name.to_owned(), version: version.to_owned() }
    }

    /// Returns the name in source code.
    pub(crate) fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf16 => "UTF-16 units",
            Self::Bytes => "bytes",
            Self::Characters => "characters",
        })
    }
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path => f.write_str("the rustc on PATH"),
            Self::Version(version) => write!(f, "rustc {version}"),
            Self::Program(program) => program.display().fmt(f),
        }
    }
}

impl fmt::Display for Provided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::E2021 => "2021",
            Self::E2024 => "2024",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_still_accepted() {
        let judge = Judge::codingame();
        let verdicts = [0, 94_999, 95_000, 100_000, 100_001].map(|units| judge.verdict(units));
        assert_eq!(verdicts, [Size::Fits, Size::Fits, Size::Tight, Size::Tight, Size::TooLarge]);
    }

    #[test]
    fn a_judge_counts_in_its_own_unit() {
        let check = |unit: Unit, expected: usize| {
            assert_eq!(unit.count("aé\u{3400}\u{1F600}"), expected, "{unit}");
        };
        check(Unit::Utf16, 5);
        check(Unit::Bytes, 10);
        check(Unit::Characters, 4);
    }

    #[test]
    fn a_judge_is_parsed_in_any_case_and_an_error_lists_the_known_judges() {
        let check = |name: &str, expected: Judge| {
            assert_eq!(name.parse::<Judge>().unwrap(), expected, "{name}");
        };
        check("codingame", Judge::codingame());
        check("CodeCup", Judge::codecup());
        let error = "kaggle".parse::<Judge>().unwrap_err().to_string();
        assert!(
            error.starts_with("no judge is called `kaggle`; the judges are: codingame, codecup")
        );
    }
}
