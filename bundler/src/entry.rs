//! The target to bundle: a binary or an example.

use std::fmt;

use cargo_metadata::Target;

/// Target that becomes the single file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A binary by its name; without a name, the package's only binary, or the one with the name of
    /// the package.
    Bin(Option<String>),
    /// An example by its name. It may use the dev-dependencies of its package.
    Example(String),
}

impl Entry {
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Bin(name) => name.as_deref(),
            Self::Example(name) => Some(name),
        }
    }

    /// Returns true for a binary, or for an example, of any name.
    pub(crate) fn is_kind_of(&self, target: &Target) -> bool {
        match self {
            Self::Bin(_) => target.is_bin(),
            Self::Example(_) => target.is_example(),
        }
    }

    /// Returns true for a target that matches kind and name.
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
