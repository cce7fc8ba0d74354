//! What a judge accepts: how long a file, with which crates, in which editions.

use std::{fmt, str::FromStr};

/// The judge a bundle is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// What people call it.
    pub name: &'static str,
    /// The longest source the judge takes, in UTF-16 code units.
    pub source_limit: usize,
    /// The length in UTF-16 code units from which a caller should warn.
    pub warn_from: usize,
    /// The crates that the judge links; they stay `extern` paths in a bundle.
    pub provided: Vec<Provided>,
    /// The editions under which a bundle has to compile.
    pub editions: Vec<Edition>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// Rust 2021.
    E2021,
    /// Rust 2024.
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
    /// CodinGame, as its documentation describes it: Rust 1.90 with six crates, 100,000 UTF-16 code units.
    ///
    /// The edition it compiles with is not documented, hence both.
    pub fn codingame() -> Self {
        const CRATES: [(&str, &str); 6] = [
            ("chrono", "0.4.41"),
            ("itertools", "0.14.0"),
            ("libc", "0.2.175"),
            ("rand", "0.9.2"),
            ("regex", "1.11.2"),
            ("time", "0.3.43"),
        ];
        Self {
            name: "CodinGame",
            source_limit: 100_000,
            warn_from: 95_000,
            provided: CRATES.map(|(name, version)| Provided::new(name, version)).to_vec(),
            editions: vec![Edition::E2021, Edition::E2024],
        }
    }

    /// CodeCup, the yearly contest: one source file, and nothing to link but the standard library.
    ///
    /// We have no document of its limit on a source's length, nor of the edition. So the limit is CodinGame's, the
    /// strictest that we know, and a bundle has to compile as either edition.
    pub fn codecup() -> Self {
        Self { name: "CodeCup", provided: Vec::new(), ..Self::codingame() }
    }

    /// Every judge that the bundler knows.
    pub fn all() -> [Self; 2] {
        [Self::codingame(), Self::codecup()]
    }

    /// Says whether a source of this many UTF-16 code units is accepted.
    pub fn verdict(&self, units: usize) -> Size {
        if units > self.source_limit {
            Size::TooLarge
        } else if units >= self.warn_from {
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
#[error("no judge is called `{0}`; the judges are: {known}", known = names())]
pub struct UnknownJudge(pub String);

fn names() -> String {
    Judge::all().map(|judge| judge.name.to_lowercase()).join(", ")
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
    fn a_name_in_any_case_is_a_judge_or_the_answer_names_those_that_are() {
        let check = |name: &str, expected: Judge| {
            assert_eq!(name.parse::<Judge>().unwrap(), expected, "{name}");
        };
        check("codingame", Judge::codingame());
        check("CodeCup", Judge::codecup());
        let error = "kaggle".parse::<Judge>().unwrap_err().to_string();
        assert_eq!(error, "no judge is called `kaggle`; the judges are: codingame, codecup");
    }
}
