//! Game pairs of a match as units on a queue.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use arena::{GamePair, GamePairError, PairSource, Plan, PlayedPair, Sandbox, Worker};
use options::queue::QueuedPlan;
use queue::{Announcement, Collecting, Ended, PlanId, Queue, Replay, UnitSource, collect};
use registry::{Stop, game};

use super::double_play::{DoublePlay, has_same_records, is_bound_by_nodes};
use super::match_content::{MatchContent, without_sources};
use crate::programs::Programs;

/// Match that is played on a queue.
pub(crate) struct QueuedMatch<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) options: &'a QueuedPlan,
    /// Text that distinguishes the match from others with the same plan.
    pub(crate) identity: &'a str,
    /// One in so many game pairs is played in this process too; 0 for none.
    pub(crate) double_play: u64,
    pub(crate) programs: &'a Programs,
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) stop: &'a Stop,
}

/// Plays the game pairs of a source by the workers of a queue. Results are taken in the order of
/// the pairs.
pub(crate) fn play_match<S: PairSource<Error: Into<anyhow::Error>>>(
    queued: &QueuedMatch<'_>,
    plan: &Plan,
    source: &mut S,
    note: &dyn Fn(&str),
) -> anyhow::Result<Ended> {
    let QueuedMatch { queue, options, identity, programs, sandbox, .. } = queued;
    let game = game(&plan.game)?;
    let content = MatchContent::of(game, &plan.contestants, queue, programs, sandbox)?;
    let names: Vec<&str> = plan.contestants.iter().map(|player| player.name.as_str()).collect();
    let announcement = Announcement {
        kind: MatchContent::KIND.to_owned(),
        title: format!("{}: {}", plan.game, names.join(", ")),
        ack_wait_ms: options.queue_wait.get().saturating_mul(1000),
        tries: Announcement::TRIES,
        content: serde_json::to_value(content).context("the plan cannot be written")?,
    };
    let text = serde_json::to_string(plan).context("the plan cannot be written")?;
    let id = PlanId::of(&[&text, identity]);
    let double_play = DoublePlay::of(&[&text, identity], queued.double_play);
    let is_stopped = || queued.stop.is_requested();
    let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
    let mut units = MatchUnits { source, pairs: BTreeMap::new(), queued, double_play, note };
    collect(queue, &collecting, &mut units)
}

/// Units of a match.
struct MatchUnits<'a, S> {
    source: &'a mut S,
    /// Game pairs that are handed out.
    pairs: BTreeMap<usize, GamePair>,
    queued: &'a QueuedMatch<'a>,
    double_play: DoublePlay,
    note: &'a dyn Fn(&str),
}

impl<S: PairSource<Error: Into<anyhow::Error>>> UnitSource for MatchUnits<'_, S> {
    type Output = PlayedPair;
    type Error = anyhow::Error;

    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        let Some((number, pair)) = self.source.next() else { return Ok(None) };
        let unit = serde_json::to_vec(&without_sources(pair.clone()))
            .context("a game pair cannot be written")?;
        self.pairs.insert(number, pair);
        Ok(Some((number, unit)))
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<PlayedPair, String> {
        let pair = self.pairs.get(&number).ok_or("there is no such game pair")?;
        let played: PlayedPair =
            serde_json::from_slice(content).map_err(|error| format!("no game pair: {error}"))?;
        pair.check(&played).map_err(|mismatch| mismatch.to_string())?;
        Ok(played)
    }

    fn replay(&mut self, number: usize, theirs: &PlayedPair) -> anyhow::Result<Replay> {
        let pair = match self.pairs.get(&number) {
            Some(pair) if self.double_play.contains(number) && is_bound_by_nodes(pair) => pair,
            _ => return Ok(Replay::Equal),
        };
        let play = || {
            let worker = Worker::new(self.queued.programs, self.queued.stop, None);
            worker.in_sandbox(self.queued.sandbox).play(pair)
        };
        // Where the results differ, a third play decides whether the players repeat their games.
        let played = play().and_then(|ours| match has_same_records(&ours, theirs) {
            true => Ok(Replay::Equal),
            false => play().map(|again| match has_same_records(&ours, &again) {
                true => Replay::Different,
                false => {
                    (self.note)(&format!(
                        "double play ends: the players do not repeat the games of unit {number} \
                         on this machine"
                    ));
                    self.double_play = DoublePlay::NONE;
                    Replay::Equal
                }
            }),
        });
        match played {
            Ok(replay) => Ok(replay),
            Err(GamePairError::Stopped) => Ok(Replay::Stopped),
            Err(error) => Err(error.into()),
        }
    }

    fn take(&mut self, number: usize, played: PlayedPair) -> anyhow::Result<()> {
        self.pairs.remove(&number);
        self.source.take(number, played).map_err(Into::into)
    }

    fn is_done(&self) -> bool {
        self.source.is_done()
    }

    fn note(&self, note: &str) {
        (self.note)(note);
    }
}

/// Returns why a match cannot be played on a queue.
pub(crate) fn check(plan: &Plan) -> anyhow::Result<()> {
    match plan.referee {
        Some(_) => Err(anyhow!("--queue: a foreign referee judges on this machine only")),
        None => Ok(()),
    }
}
