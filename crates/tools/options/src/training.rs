//! Options of the training of a network, which several commands share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::values::{Device, positive, share};

/// Training of a network: its games, its size, its steps, and the filter of its samples.
#[derive(Debug, clap::Args)]
pub struct TrainingOptions {
    /// Folders of shards [default: selfplay/GAME in the data folder]
    #[arg(value_name = "FOLDER")]
    pub data: Vec<PathBuf>,
    /// Neurons of the hidden layer, for each of the two players
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive::<NonZeroUsize>)]
    pub hidden: NonZeroUsize,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value = "4096", value_parser = positive::<NonZeroUsize>)]
    pub batch: NonZeroUsize,
    /// Initial learning rate; falls to a hundredth on a cosine schedule
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    pub rate: f64,
    /// Weight decay of AdamW
    #[arg(long, value_name = "RATE", default_value_t = 0.0)]
    pub decay: f32,
    /// Weight of the search score in the training target, from 0 to 1; the rest is the weight of
    /// the game result [default: depends on the game]
    #[arg(long, value_name = "FRACTION", value_parser = share)]
    pub lambda: Option<f64>,
    /// Number of plies to skip at the start of each game
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub skip_plies: usize,
    /// Keep noisy positions: under threat, or with a best move that quiescence search tries
    #[arg(long)]
    pub keep_noisy: bool,
    /// Keep every occurrence of a position instead of the first one only
    #[arg(long)]
    pub keep_duplicates: bool,
    /// Device for training
    #[arg(long, value_enum, default_value_t)]
    pub device: Device,
}
