//! Self-play shards as units on a queue.

use std::fs;
use std::ops::ControlFlow;
use std::path;

use anyhow::Context as _;
use options::queue::QueuedPlan;
use queue::{Announcement, Collecting, Ended, PlanId, Queue, Replay, UnitSource, collect};
use registry::Stop;
use trainer::{Evaluator, PlayedGame, Shard, ShardFolder, ShardStatus, TunableGame, read_shard};

use super::double_play::DoublePlay;
use super::shard_content::{ShardContent, file_of};

/// Self-play that workers of a queue do.
pub struct QueuedShards<'a> {
    /// The queue.
    pub queue: &'a Queue,
    /// Options of the plan.
    pub options: &'a QueuedPlan,
    /// Folder of the shards.
    pub folder: &'a ShardFolder,
    /// Source of the shards by their numbers; `None` beyond the last.
    pub shard: &'a dyn Fn(usize) -> Option<Shard>,
    /// Number of the shards, if it is known before.
    pub count: Option<usize>,
    /// Receiver of messages for the user.
    pub note: &'a dyn Fn(&str),
}

/// Receiver of the shards that are complete, in their order. No more are played after a break.
pub type OnShard<'a> = &'a mut dyn FnMut(&Shard) -> anyhow::Result<ControlFlow<()>>;

/// Number of shards that are handed out and not complete, if the number of all is not known.
const AHEAD: usize = 256;

/// Plays the shards that the folder lacks by the workers of a queue.
///
/// # Errors
///
/// The queue fails, a shard is given up, or a shard cannot be written.
pub fn play_shards(
    queued: &QueuedShards<'_>,
    game: &dyn TunableGame,
    evaluator: &Evaluator,
    stop: &Stop,
    on_shard: OnShard<'_>,
) -> anyhow::Result<Ended> {
    let QueuedShards { queue, options, folder, .. } = queued;
    let shards =
        queued.count.map_or("generation of".to_owned(), |count| format!("{count} shards of"));
    let is_missing = |number: &usize| {
        let shard = (queued.shard)(*number);
        shard.is_some_and(|shard| {
            folder.status_of(&shard).is_ok_and(|it| it != ShardStatus::Present)
        })
    };
    let left = queued.count.map(|count| (0..count).filter(is_missing).count());
    let content = ShardContent::of(game, evaluator, queue)?;
    let announcement = Announcement {
        kind: ShardContent::KIND.to_owned(),
        title: format!("{}: {shards} self-play", game.name()),
        ack_wait_ms: options.queue_wait.get().saturating_mul(1000),
        tries: Announcement::TRIES,
        units: left,
        speed: None,
        content: serde_json::to_value(content).context("the plan cannot be written")?,
    };
    let first = (queued.shard)(0).context("there are no shards")?;
    let path = path::absolute(folder.path_of(&first))?.display().to_string();
    let text =
        serde_json::to_string(&(first, queued.count)).context("the plan cannot be written")?;
    let texts = [ShardContent::KIND, &text, &path];
    let id = PlanId::of(&texts);
    let double_play = DoublePlay::of(&texts, options.double_play);
    let mut units = ShardUnits {
        queued,
        game,
        evaluator,
        stop,
        double_play,
        on_shard,
        next: 0,
        open: 0,
        is_done: false,
    };
    let is_stopped = || stop.is_requested();
    let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
    collect(queue, &collecting, &mut units)
}

/// Units of self-play.
struct ShardUnits<'a> {
    queued: &'a QueuedShards<'a>,
    game: &'a dyn TunableGame,
    evaluator: &'a Evaluator,
    stop: &'a Stop,
    double_play: DoublePlay,
    on_shard: OnShard<'a>,
    next: usize,
    /// Number of shards that are handed out.
    open: usize,
    is_done: bool,
}

impl ShardUnits<'_> {
    fn shard(&self, number: usize) -> anyhow::Result<Shard> {
        (self.queued.shard)(number).with_context(|| format!("there is no shard {number}"))
    }

    fn complete(&mut self, shard: &Shard) -> anyhow::Result<()> {
        self.is_done |= (self.on_shard)(shard)?.is_break();
        Ok(())
    }
}

impl UnitSource for ShardUnits<'_> {
    type Output = Vec<PlayedGame>;
    type Error = anyhow::Error;

    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        let is_full = self.queued.count.is_none() && self.open >= AHEAD;
        while !is_full
            && !self.is_done
            && let Some(shard) = (self.queued.shard)(self.next)
        {
            let number = self.next;
            self.next += 1;
            if self.queued.folder.status_of(&shard)? == ShardStatus::Present {
                self.complete(&shard)?;
                continue;
            }
            self.open += 1;
            let unit = serde_json::to_vec(&shard).context("a shard cannot be written")?;
            return Ok(Some((number, unit)));
        }
        Ok(None)
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<Vec<PlayedGame>, String> {
        let shard = self.shard(number).map_err(|error| error.to_string())?;
        let (found, games) = read(content).map_err(|_| "it is no complete shard")?;
        match found == shard {
            true => Ok(games),
            false => Err("it is another shard".to_owned()),
        }
    }

    fn replay(&mut self, number: usize, theirs: &Vec<PlayedGame>) -> anyhow::Result<Replay> {
        if !self.double_play.contains(number) {
            return Ok(Replay::Equal);
        }
        let shard = self.shard(number)?;
        let (game, evaluator, stop) = (self.game, self.evaluator, self.stop);
        let play = || -> anyhow::Result<_> {
            let file = file_of(game, evaluator, &shard, &|| stop.is_requested())?;
            Ok(file.map(|file| read(&file)).transpose()?.map(|(_, games)| games))
        };
        let is_same = &|one: &Vec<PlayedGame>, other: &Vec<PlayedGame>| one == other;
        self.double_play.replay(number, theirs, is_same, play, self.queued.note)
    }

    fn take(&mut self, number: usize, games: Vec<PlayedGame>) -> anyhow::Result<()> {
        let shard = self.shard(number)?;
        self.queued.folder.write(&shard, &games)?;
        self.open -= 1;
        self.complete(&shard)
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn note(&self, note: &str) {
        (self.queued.note)(note);
    }
}

/// Reads the file of a shard.
fn read(content: &[u8]) -> anyhow::Result<(Shard, Vec<PlayedGame>)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("shard");
    fs::write(&path, content)?;
    Ok(read_shard(&path)?)
}
