//! Self-play shards as units on a queue.

use std::fs;
use std::path;

use anyhow::Context as _;
use options::queue::QueuedPlan;
use queue::{Announcement, Collecting, Ended, PlanId, Queue, UnitSource, collect};
use registry::Stop;
use trainer::{Evaluator, PlayedGame, Shard, ShardFolder, ShardStatus, TunableGame, read_shard};

use super::shard_content::ShardContent;

/// Self-play that workers of a queue do.
pub(crate) struct QueuedShards<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) options: &'a QueuedPlan,
    pub(crate) folder: &'a ShardFolder,
    pub(crate) shards: &'a [Shard],
    /// Receiver of the shards that are complete.
    pub(crate) on_shard: &'a dyn Fn(&Shard),
    /// Receiver of messages for the user.
    pub(crate) note: &'a dyn Fn(&str),
}

/// Plays the shards that the folder lacks by the workers of a queue.
pub(crate) fn play_shards(
    queued: &QueuedShards<'_>,
    game: &dyn TunableGame,
    evaluator: &Evaluator,
    stop: &Stop,
) -> anyhow::Result<Ended> {
    let QueuedShards { queue, options, folder, shards, .. } = queued;
    let mut units = ShardUnits { queued, next: 0 };
    let content = ShardContent::of(game, evaluator, queue)?;
    let announcement = Announcement {
        kind: ShardContent::KIND.to_owned(),
        title: format!("{}: {} shards of self-play", game.name(), shards.len()),
        ack_wait_ms: options.queue_wait.get().saturating_mul(1000),
        tries: Announcement::TRIES,
        units: Some(shards.len()),
        speed: None,
        content: serde_json::to_value(content).context("the plan cannot be written")?,
    };
    let first = shards.first().context("there are no shards")?;
    let path = path::absolute(folder.path_of(first))?.display().to_string();
    let text = serde_json::to_string(shards).context("the plan cannot be written")?;
    let id = PlanId::of(&[ShardContent::KIND, &text, &path]);
    let is_stopped = || stop.is_requested();
    let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
    collect(queue, &collecting, &mut units)
}

/// Units of self-play.
struct ShardUnits<'a> {
    queued: &'a QueuedShards<'a>,
    next: usize,
}

impl UnitSource for ShardUnits<'_> {
    type Output = Vec<PlayedGame>;
    type Error = anyhow::Error;

    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        while let Some(shard) = self.queued.shards.get(self.next) {
            let number = self.next;
            self.next += 1;
            if self.queued.folder.status_of(shard)? == ShardStatus::Present {
                (self.queued.on_shard)(shard);
                continue;
            }
            let unit = serde_json::to_vec(shard).context("a shard cannot be written")?;
            return Ok(Some((number, unit)));
        }
        Ok(None)
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<Vec<PlayedGame>, String> {
        let shard = self.queued.shards.get(number).ok_or("there is no such shard")?;
        let read = || -> anyhow::Result<(Shard, Vec<PlayedGame>)> {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("shard");
            fs::write(&path, content)?;
            Ok(read_shard(&path)?)
        };
        let (found, games) = read().map_err(|_| "it is no complete shard")?;
        match found == *shard {
            true => Ok(games),
            false => Err("it is another shard".to_owned()),
        }
    }

    fn take(&mut self, number: usize, games: Vec<PlayedGame>) -> anyhow::Result<()> {
        let shard = &self.queued.shards[number];
        self.queued.folder.write(shard, &games)?;
        (self.queued.on_shard)(shard);
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, note: &str) {
        (self.queued.note)(note);
    }
}
