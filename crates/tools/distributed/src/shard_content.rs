//! Content of the announcement of self-play shards, and the signature of their engine.

use std::fs;

use anyhow::{Context as _, bail};
use queue::{Queue, object_name};
use registry::tunable_game;
use serde::{Deserialize, Serialize};
use trainer::{Evaluator, Shard, ShardFolder, TunableGame, Watch};

use super::evaluator_name::{evaluator, evaluator_name};

/// Content of the announcement of self-play shards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardContent {
    /// Name of the game.
    pub game: String,
    /// Name of the evaluator, or of the object with the text of its network.
    evaluator: String,
    /// Hash of a small shard with that evaluator.
    signature: String,
}

impl ShardContent {
    /// Kind of the units.
    pub const KIND: &'static str = "shards";

    /// Returns the content for shards with an evaluator, whose network is stored on the queue.
    ///
    /// # Errors
    ///
    /// The queue does not take the network, or the signature cannot be played.
    pub fn of(
        game: &dyn TunableGame,
        evaluator: &Evaluator,
        queue: &Queue,
    ) -> anyhow::Result<ShardContent> {
        let name = evaluator_name(evaluator, queue)?;
        let signature = signature(game, evaluator)?;
        Ok(ShardContent { game: game.name().to_owned(), evaluator: name, signature })
    }

    /// Returns the game and the evaluator.
    ///
    /// # Errors
    ///
    /// The reason why this machine cannot play the same games.
    pub fn engine(&self, queue: &Queue) -> anyhow::Result<(&'static dyn TunableGame, Evaluator)> {
        let game = tunable_game(&self.game)?;
        let evaluator = evaluator(&self.evaluator, queue)?;
        if signature(game, &evaluator)? != self.signature {
            bail!(
                "the engine of {} plays other games here: use the same version on all machines",
                self.game
            );
        }
        Ok((game, evaluator))
    }
}

/// Returns the file of a shard; `None` if it was stopped before.
///
/// # Errors
///
/// The evaluator does not support the game, or the file cannot be written.
pub fn file_of(
    game: &dyn TunableGame,
    evaluator: &Evaluator,
    shard: &Shard,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<Vec<u8>>> {
    let watch = Watch { is_stopped, ..Watch::NONE };
    let Some(games) = game.play_shard(shard, evaluator, &watch)? else { return Ok(None) };
    let folder = tempfile::tempdir().context("no temporary folder can be created")?;
    let folder = ShardFolder::new(folder.path());
    folder.write(shard, &games)?;
    Ok(Some(fs::read(folder.path_of(shard)).context("the shard cannot be read")?))
}

/// Returns a hash of a small shard. Engines with the same signature play the same games.
///
/// # Errors
///
/// As for [`file_of`].
pub fn signature(game: &dyn TunableGame, evaluator: &Evaluator) -> anyhow::Result<String> {
    let shard = Shard {
        game: game.name().to_owned(),
        evaluator: evaluator.identity(),
        nodes: 200,
        opening_plies: Shard::OPENING_PLIES,
        seed: 1,
        games: 2,
        labels: None,
    };
    let file = file_of(game, evaluator, &shard, &|| false)?;
    Ok(object_name(&file.unwrap_or_default()))
}
