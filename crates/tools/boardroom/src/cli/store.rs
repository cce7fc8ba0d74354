//! Store of matches that a command reads.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use options::Data;
use workspace::DataFolder;

/// Returns the path of the store that the user names, or of the store in the data folder.
pub(super) fn store_path(named: Option<&Path>, data: &Data) -> anyhow::Result<PathBuf> {
    match named {
        Some(path) => Ok(path.to_owned()),
        None => DataFolder::find(data.data_folder.as_deref())
            .context("there is no store here: name one with --store")?
            .kept("arena.db"),
    }
}
