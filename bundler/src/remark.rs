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
    /// The workspace is compiled with a flag that may change the meaning of the program.
    CompilerFlag {
        /// The flag of rustc.
        flag: String,
    },
    /// A profile of the workspace has a setting that changes the meaning of the program.
    ProfileSetting {
        /// Table of the setting, such as `profile.release`.
        profile: String,
        /// Key and value.
        setting: String,
    },
    /// The program reads standard input, and no inputs lie beside it.
    NoInputs,
    /// The bundle's program has not been compared with the workspace's on inputs that were found.
    NotCompared {
        /// Reason with a remedy.
        reason: String,
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
            Self::CompilerFlag { flag } => write!(
                f,
                "the workspace is compiled with `{flag}`, the bundle is not; {}",
                remedy(flag)
            ),
            Self::ProfileSetting { profile, setting } => {
                write!(f, "`[{profile}]` has `{setting}`, the bundle has not; {}", remedy(setting))
            }
            Self::NoInputs => f.write_str(
                "the program reads standard input, and no inputs lie beside it: \
                 compare it with the workspace's program by `--input FILE`",
            ),
            Self::NotCompared { reason } => {
                write!(f, "the bundle is not compared with the workspace's program: {reason}")
            }
        }
    }
}

/// Returns the way to have a setting in the bundle too.
fn remedy(setting: &str) -> String {
    let own = if setting.contains("target-feature") || setting.contains("target-cpu") {
        "mark the functions that need it with `#[target_feature(enable = \"...\")]`"
    } else if setting.contains("overflow-checks") {
        "where it matters, write `checked_add`, `wrapping_add` and the like"
    } else if setting.contains("debug-assertions") {
        "write `assert!` where the program needs the check"
    } else {
        "make sure that the program does not need it"
    };
    format!("{own}, or name the flag in the file of a judge that compiles with it")
}
