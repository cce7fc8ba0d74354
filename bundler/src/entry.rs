//! What a bundle is made of: a binary or an example.

use std::fmt;

use cargo_metadata::Target;

/// The target that becomes the one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A binary by its name; without one, the package's only binary, or the one called like the package.
    Bin(Option<String>),
    /// An example by its name. It may use what its package's dev-dependencies are.
    Example(String),
}

impl Entry {
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Bin(name) => name.as_deref(),
            Self::Example(name) => Some(name),
        }
    }

    /// Whether a target is a binary, or an example, whatever its name.
    pub(crate) fn is_kind_of(&self, target: &Target) -> bool {
        match self {
            Self::Bin(_) => target.is_bin(),
            Self::Example(_) => target.is_example(),
        }
    }

    /// Whether a target may be meant.
    pub(crate) fn is(&self, target: &Target) -> bool {
        self.is_kind_of(target) && self.name().is_none_or(|name| name == target.name)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bin(None) => f.write_str("a binary"),
            Self::Bin(Some(name)) => write!(f, "a binary `{name}`"),
            Self::Example(name) => write!(f, "an example `{name}`"),
        }
    }
}
