//! The option for the data folder, which every command has.

use std::path::PathBuf;

/// The data folder that a user asks for.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Data {
    /// Folder for the match store, self-play shards, networks and training runs [default: CG_DATA
    /// in the environment, or .cg in the workspace]
    #[arg(long = "data", value_name = "FOLDER", global = true)]
    pub data_folder: Option<PathBuf>,
}
