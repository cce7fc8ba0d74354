//! Remarks about a bundle that differs from the workspace's build in a way that its user should
//! know.

use std::fmt;

use crate::judge::Provided;

/// Remark about a bundle: one sentence for a user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Remark {
    /// Build scripts have run.
    BuildScripts {
        /// Their packages.
        packages: Vec<String>,
    },
    /// The judge has another version of a crate than the lock file, which the requirement allows.
    JudgesVersion {
        /// Crate of the judge.
        provided: Provided,
        /// Version in the lock file.
        locked: String,
        /// Package that depends on it.
        dependant: String,
    },
    /// The judge has a version of a crate that the requirement excludes, so that its source is in
    /// the bundle.
    CarriedIn {
        /// Crate of the judge.
        provided: Provided,
        /// Version in the bundle.
        locked: String,
        /// Package that depends on it.
        dependant: String,
    },
    /// The program means something else in another edition of the judge.
    DependsOnEdition {
        /// Places in the sources.
        places: Vec<String>,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuildScripts { packages } => write!(
                f,
                "the bundle has what build scripts decided on this machine: {}",
                packages.join(", ")
            ),
            Self::JudgesVersion { provided, locked, dependant } => write!(
                f,
                "`{dependant}` gets the judge's {provided}, which its requirement allows; \
                 the workspace builds with {locked}"
            ),
            Self::CarriedIn { provided, locked, dependant } => write!(
                f,
                "the source of {name} {locked} is in the bundle, because `{dependant}` does not \
                 allow the judge's {version}; `bundler report` shows what that costs",
                name = provided.name,
                version = provided.version,
            ),
            Self::DependsOnEdition { places } => write!(
                f,
                "the program depends on the judge's edition: as 2024, temporaries are dropped \
                 earlier and boxed slices are iterated by value at {}",
                places.join(", ")
            ),
        }
    }
}
