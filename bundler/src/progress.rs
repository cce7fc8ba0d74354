//! Progress of bundling: long steps, reported to the caller as they begin.

use std::{fmt, sync::Arc};

use crate::judge::{Edition, Provided};

/// A long step of [`crate::bundle()`] or [`crate::verify()`].
///
/// Its text is one line for a user: lower case, no full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Building the judge's crates for a compiler, which happens once for each compiler.
    BuildingCrates {
        /// Crates to build.
        crates: Vec<Provided>,
        /// Version of the compiler.
        version: String,
    },
    /// Checking the workspace's program, which runs its build scripts and shows how crates of older
    /// editions are migrated.
    CheckingWorkspace,
    /// Leaving out unused items: about ten runs of the compiler.
    LeavingOutUnused,
    /// Replacing names by short ones: several runs of the compiler.
    ShorteningNames,
    /// Merging all modules into one, without unneeded derives and bounds: some ten runs of the
    /// compiler.
    MergingModules,
    /// Building the workspace's own program for a comparison with the bundle's.
    BuildingProgram {
        /// Cargo profile: `dev` or `release`.
        profile: &'static str,
    },
    /// Checking the bundle with a compiler.
    Checking {
        /// Version of the compiler.
        version: String,
        /// Edition of the compilation.
        edition: Edition,
        /// Optimisation level of the program; `None` if only types are checked.
        opt_level: Option<u8>,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuildingCrates { crates, version } => {
                let crates: Vec<String> = crates.iter().map(ToString::to_string).collect();
                write!(f, "building {} for Rust {version}", crates.join(", "))
            }
            Self::CheckingWorkspace => f.write_str("checking the workspace's program"),
            Self::LeavingOutUnused => f.write_str("leaving out unused code"),
            Self::ShorteningNames => f.write_str("shortening names"),
            Self::MergingModules => f.write_str("merging modules"),
            Self::BuildingProgram { profile } => {
                write!(f, "building the workspace's program, profile {profile}")
            }
            Self::Checking { version, edition, opt_level } => {
                write!(f, "checking with Rust {version}, edition {edition}")?;
                match opt_level {
                    Some(level) => write!(f, ", opt-level {level}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Receiver of the steps of bundling; the default one ignores them.
///
/// Several threads report steps, and may do so at the same time.
///
/// ```
/// use bundler::{Progress, Request};
///
/// let progress = Progress::new(|step| eprintln!("{step}"));
/// let request = Request { progress, ..Request::new("Cargo.toml") };
/// ```
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Callback>>);

type Callback = dyn Fn(&Step) + Send + Sync;

impl Progress {
    /// Returns a receiver that calls a function with each step as it begins.
    pub fn new(callback: impl Fn(&Step) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(callback)))
    }

    pub(crate) fn begin(&self, step: &Step) {
        if let Some(callback) = &self.0 {
            callback(step);
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Progress(told)" } else { "Progress(silent)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_one_line() {
        let check = |step: Step, expected: &str| assert_eq!(step.to_string(), expected);
        let crates = vec![Provided::new("rand", "0.9.2"), Provided::new("itertools", "0.14.0")];
        let version = || "1.90.0".to_owned();
        check(
            Step::BuildingCrates { crates, version: version() },
            "building rand 0.9.2, itertools 0.14.0 for Rust 1.90.0",
        );
        let checking =
            |opt_level| Step::Checking { version: version(), edition: Edition::E2021, opt_level };
        check(checking(None), "checking with Rust 1.90.0, edition 2021");
        check(checking(Some(3)), "checking with Rust 1.90.0, edition 2021, opt-level 3");
        check(
            Step::BuildingProgram { profile: "release" },
            "building the workspace's program, profile release",
        );
    }
}
