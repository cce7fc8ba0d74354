//! What a judge accepts: how long a file, with which crates, by which compilers, in which editions.

use std::{fmt, path::PathBuf, str::FromStr};

use serde::Deserialize;

use crate::profile;

/// The judge a bundle is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// What people call it.
    pub name: String,
    /// The longest source the judge takes, in its units; `usize::MAX` if it takes any.
    pub source_limit: usize,
    /// The length in its units from which a caller should warn.
    pub warn_from: usize,
    /// What it counts.
    pub unit: Unit,
    /// The crates that the judge links; they stay `extern` paths in a bundle.
    pub provided: Vec<Provided>,
    /// The editions under which a bundle has to compile.
    pub editions: Vec<Edition>,
    /// The compilers that have to accept a bundle, as far as they are installed.
    pub toolchains: Vec<Toolchain>,
}

/// What a judge counts when it measures a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// UTF-16 code units: one for what is in the basic plane, two for the rest.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Bytes,
    /// Unicode scalar values.
    Characters,
}

/// Where a compiler is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// `RUSTC`, or the rustc on `PATH`: what the workspace is built with.
    Path,
    /// The toolchain of this version, such as `1.90.0`, that rustup has. The system's own compiler stands in for it if it
    /// is older, as what compiles with the older one compiles with the newer.
    Version(String),
    /// This rustc.
    Program(PathBuf),
}

/// A crate that the judge links, in the one version it has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Provided {
    /// The package's name, which is also the name of its library.
    pub name: String,
    /// The exact version.
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

/// How a source's length compares with what the judge takes.
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
    /// CodinGame: Rust 1.90 with six crates, 100,000 UTF-16 code units.
    pub fn codingame() -> Self {
        Self::built_in(include_str!("../judges/codingame.toml"))
    }

    /// CodeCup: nothing to link but the standard library.
    pub fn codecup() -> Self {
        Self::built_in(include_str!("../judges/codecup.toml"))
    }

    /// Every judge that the bundler knows by name.
    pub fn all() -> [Self; 2] {
        [Self::codingame(), Self::codecup()]
    }

    fn built_in(profile: &str) -> Self {
        profile::read(profile).expect("the profiles in the program are right")
    }

    /// A source's length as this judge counts it.
    pub fn length(&self, source: &str) -> usize {
        self.unit.count(source)
    }

    /// Says whether a source of this length is accepted.
    pub fn verdict(&self, length: usize) -> Size {
        if length > self.source_limit {
            Size::TooLarge
        } else if length >= self.warn_from {
            Size::Tight
        } else {
            Size::Fits
        }
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

/// A name that no judge has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no judge is called `{0}`; the judges are: {known}; one of your own is a file that ends with .toml",
    known = names()
)]
pub struct UnknownJudge(pub String);

fn names() -> String {
    Judge::all().map(|judge| judge.name.to_lowercase()).join(", ")
}

impl Unit {
    /// A text's length in this unit.
    pub fn count(self, text: &str) -> usize {
        match self {
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Bytes => text.len(),
            Self::Characters => text.chars().count(),
        }
    }
}

impl Provided {
    /// A crate by name and exact version.
    pub fn new(name: &str, version: &str) -> Self {
        Self { name: name.to_owned(), version: version.to_owned() }
    }

    /// The name that source code uses.
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
    fn a_name_in_any_case_is_a_judge_or_the_answer_names_those_that_are() {
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
