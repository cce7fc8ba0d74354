//! Option for the data folder, which every command has.

use std::path::PathBuf;

/// Data folder that the user names.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Data {
    /// Folder of matches, shards, networks and runs [default: $CG_DATA, or .cg in the workspace]
    #[arg(long = "data", value_name = "FOLDER", global = true)]
    pub data_folder: Option<PathBuf>,
}
