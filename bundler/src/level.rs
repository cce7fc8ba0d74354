//! How far a bundle's text is from what people wrote.

use std::{fmt, str::FromStr};

/// What is done to make a bundle shorter, beyond leaving out what is unused. Each level does what those before it do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Source that people can read, laid out line by line.
    #[default]
    Readable,
    /// The same tokens, without white space that does not separate them.
    Spaces,
    /// The names that the bundle declares are as short as can be as well, which takes a compiler.
    Names,
}

impl Level {
    /// The level after this one.
    pub(crate) fn next(self) -> Option<Self> {
        match self {
            Self::Readable => Some(Self::Spaces),
            Self::Spaces => Some(Self::Names),
            Self::Names => None,
        }
    }
}

/// Which levels a bundle may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minify {
    /// The first level from this one on at which the judge takes the length.
    From(Level),
    /// This level, whatever the length.
    Exactly(Level),
}

impl Default for Minify {
    fn default() -> Self {
        Self::From(Level::Readable)
    }
}

impl Minify {
    /// The level that is tried first.
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

    /// Reads `never`, `auto`, `spaces` or `names`.
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        match text {
            "never" => Ok(Self::Exactly(Level::Readable)),
            "auto" => Ok(Self::From(Level::Readable)),
            "spaces" => Ok(Self::From(Level::Spaces)),
            "names" => Ok(Self::From(Level::Names)),
            other => Err(UnknownLevel(other.to_owned())),
        }
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level: say never, auto, spaces or names")]
pub struct UnknownLevel(pub String);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Readable => "readable",
            Self::Spaces => "without white space",
            Self::Names => "with short names",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_where_to_begin_and_never_where_to_end() {
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
        assert!("all".parse::<Minify>().is_err());
    }
}
