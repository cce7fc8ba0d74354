//! Levels of minification.

use std::{fmt, str::FromStr};

/// Transformations that make a bundle shorter, beyond dead code elimination. Each level includes
/// those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Readable source, formatted line by line.
    #[default]
    Readable,
    /// The same tokens, without unnecessary white space.
    Spaces,
    /// In addition, names as short as possible. This needs a compiler.
    Names,
    /// In addition, one module instead of many, without unneeded derives and bounds. This needs a
    /// compiler.
    Module,
}

/// Permitted levels of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minify {
    /// The first level, from this one on, at which the judge accepts the length.
    From(Level),
    /// This level at any length.
    Exactly(Level),
}

impl Default for Minify {
    fn default() -> Self {
        Self::From(Level::Readable)
    }
}

impl Minify {
    /// Returns the level that is tried first.
    pub fn first(self) -> Level {
        let (Self::From(level) | Self::Exactly(level)) = self;
        level
    }

    pub(crate) fn allows(self, level: Level) -> bool {
        matches!(self, Self::From(_)) || level <= self.first()
    }
}

impl FromStr for Minify {
    type Err = UnknownLevel;

    /// Reads `never`, `auto`, `spaces`, `names` or `module`.
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        match text {
            "never" => Ok(Self::Exactly(Level::Readable)),
            "auto" => Ok(Self::From(Level::Readable)),
            "spaces" => Ok(Self::From(Level::Spaces)),
            "names" => Ok(Self::From(Level::Names)),
            "module" => Ok(Self::From(Level::Module)),
            other => Err(UnknownLevel(other.to_owned())),
        }
    }
}

/// Error for a text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level: use never, auto, spaces, names or module")]
pub struct UnknownLevel(pub String);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Readable => "readable",
            Self::Spaces => "without white space",
            Self::Names => "with short names",
            Self::Module => "in one module",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_sets_the_first_level_and_never_also_the_last() {
        let check = |word: &str, first: Level, allows_names: bool| {
            let minify: Minify = word.parse().unwrap();
            assert_eq!(
                (minify.first(), minify.allows(Level::Names)),
                (first, allows_names),
                "{word}"
            );
        };
        check("never", Level::Readable, false);
        check("auto", Level::Readable, true);
        check("spaces", Level::Spaces, true);
        check("names", Level::Names, true);
        check("module", Level::Module, true);
        assert!("all".parse::<Minify>().is_err());
    }
}
