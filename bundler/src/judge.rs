//! What a judge accepts: how long a file, with which crates, in which editions.

use std::fmt;

/// The judge a bundle is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
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
            source_limit: 100_000,
            warn_from: 95_000,
            provided: CRATES.map(|(name, version)| Provided::new(name, version)).to_vec(),
            editions: vec![Edition::E2021, Edition::E2024],
        }
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
}
