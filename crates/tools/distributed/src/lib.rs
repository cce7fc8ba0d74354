//! Self-play on a queue: what `workshop` and `learner` share, and the connection that the options
//! of a command name.
//!
//! A unit is a shard. [`ShardContent`] is what a worker has to know before it plays the shards of a
//! plan, [`play_shards`] sends them, and [`file_of`] plays one.

mod connection;
mod double_play;
mod evaluator_name;
mod shard_content;
mod shard_units;

pub use connection::connect;
pub use double_play::{DoublePlay, Played, Sameness};
pub use evaluator_name::{evaluator, evaluator_name};
pub use shard_content::{ShardContent, file_of, signature};
pub use shard_units::{OnShard, QueuedShards, play_shards};
