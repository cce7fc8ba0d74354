//! Folders of the workspace, and builds of its bots.
//!
//! What cargo can build again lies in the build output; what users make lies in the data folder,
//! which `cargo clean` leaves alone.

mod build;
mod data;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::{Metadata, MetadataCommand};
use tempfile::TempDir;

pub use data::DataFolder;

/// Folders of a workspace.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// The folder of its build output.
    pub target: PathBuf,
}

impl Workspace {
    /// Finds the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// There is no workspace, or cargo cannot read it.
    pub fn find() -> anyhow::Result<Workspace> {
        Ok(Workspace::of(&Workspace::metadata()?))
    }

    /// Returns what cargo says about the packages of the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// There is no workspace, or cargo cannot read it.
    pub fn metadata() -> anyhow::Result<Metadata> {
        let metadata = MetadataCommand::new().no_deps().exec();
        metadata.context("run this inside the workspace, whose bots cargo is to build")
    }

    /// Returns the workspace that `metadata` describes.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Workspace {
        Workspace {
            root: metadata.workspace_root.clone().into(),
            target: metadata.target_directory.clone().into(),
        }
    }

    /// Returns the checkout in another folder, with a build output of its own.
    #[must_use]
    pub fn checkout(root: &Path) -> Workspace {
        Workspace { root: root.to_owned(), target: root.join("target") }
    }

    /// Returns the path of its `Cargo.toml`.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// Creates a folder in the build output that is removed when it is dropped.
    ///
    /// # Errors
    ///
    /// The system refuses it.
    pub fn temporary_folder(&self) -> anyhow::Result<TempDir> {
        let cannot_be_made = || format!("no folder can be made in {}", self.target.display());
        fs::create_dir_all(&self.target).with_context(cannot_be_made)?;
        TempDir::new_in(&self.target).with_context(cannot_be_made)
    }
}
