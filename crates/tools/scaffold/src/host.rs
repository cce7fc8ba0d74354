//! Kinds of workspaces that get a game.

use std::path::{Path, PathBuf};

/// Folder of the templates in the workspace of the tools.
pub(crate) const TEMPLATES: &str = "crates/tools/scaffold/templates";

/// File that cargo changes when it first sees a game.
pub(crate) const LOCK: &str = "Cargo.lock";

/// Folder of this package.
const OWN: &str = env!("CARGO_MANIFEST_DIR");

/// Kind of workspace that gets a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    /// The workspace of the tools.
    Own,
    /// Another workspace, which depends on it.
    Outside,
}

impl Host {
    /// Returns the kind of the workspace in the folder `root`.
    pub(crate) fn of(root: &Path) -> Host {
        if root.join(TEMPLATES).is_dir() { Host::Own } else { Host::Outside }
    }

    /// Returns the folder of the templates for the workspace in the folder `root`.
    pub(crate) fn templates(self, root: &Path) -> PathBuf {
        match self {
            Host::Own => root.join(TEMPLATES),
            Host::Outside => Path::new(OWN).join("templates"),
        }
    }
}
