//! Folders of the workspace, builds of its bots, and output files.
//!
//! Files that cargo can build again are in the build output. Files that users make (matches,
//! shards, networks, runs) are in the data folder, which `cargo clean` does not remove.

mod build;
mod data;
mod output;
mod program_file;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::{Metadata, MetadataCommand};
use tempfile::TempDir;

pub use data::{DataFolder, OPENINGS, REVIEWS, SESSIONS};
pub use output::{check_output, check_output_folder};
pub use program_file::{copied_program_file, program_file, sync_file};

/// Folders of a workspace.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// Folder of its build output.
    pub target: PathBuf,
}

impl Workspace {
    /// Finds the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// There is no workspace around the current folder, or cargo cannot read it.
    pub fn find() -> anyhow::Result<Workspace> {
        Ok(Workspace::of(&Workspace::metadata()?))
    }

    /// Returns cargo's metadata of the packages of the workspace around the current folder.
    ///
    /// # Errors
    ///
    /// There is no workspace around the current folder, or cargo cannot read it.
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

    /// Returns the workspace of a checkout in another folder, with its own build output.
    #[must_use]
    pub fn checkout(root: &Path) -> Workspace {
        Workspace { root: root.to_owned(), target: root.join("target") }
    }

    /// Returns the path of the workspace's `Cargo.toml`.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// Creates a folder in the build output; it is removed when the returned value is dropped.
    ///
    /// # Errors
    ///
    /// The folder cannot be created.
    pub fn temporary_folder(&self) -> anyhow::Result<TempDir> {
        let cannot_be_created = || format!("no folder can be created in {}", self.target.display());
        fs::create_dir_all(&self.target).with_context(cannot_be_created)?;
        TempDir::new_in(&self.target).with_context(cannot_be_created)
    }
}
