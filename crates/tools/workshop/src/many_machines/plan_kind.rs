//! Plans that a worker has accepted, by the kind of their units.

use anyhow::{Context as _, bail};
use arena::{Contestant, GamePair, GamePairError, Sandbox, Worker};
use queue::{Announcement, Queue};
use registry::Stop;
use trainer::{Evaluator, Shard, TunableGame};

use super::match_content::MatchContent;
use super::shard_content::{ShardContent, file_of};
use super::tuning_content::{TuningContent, TuningUnit};
use crate::programs::Programs;

/// Plan whose units this machine can play.
pub(crate) trait PlanKind: Send + Sync {
    /// Plays a unit until `stop` is requested, and returns its result.
    fn play(&self, unit: &[u8], stop: &Stop) -> Result<Vec<u8>, UnitError>;
}

/// Unit that has no result.
pub(crate) enum UnitError {
    /// The stop was requested.
    Stopped,
    /// It cannot be played here.
    Failed(String),
    /// It can be played nowhere.
    Malformed(String),
}

/// Means of a worker.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) programs: &'a Programs,
    pub(crate) sandbox: &'a Sandbox,
    /// True if command lines of plans are run.
    pub(crate) allows_commands: bool,
}

/// Returns the plan of an announcement.
///
/// # Errors
///
/// The reason why this machine cannot play its units.
pub(crate) fn plan_kind<'a>(
    announcement: &Announcement,
    means: Means<'a>,
) -> anyhow::Result<Box<dyn PlanKind + 'a>> {
    match announcement.kind.as_str() {
        MatchContent::KIND => {
            let content: MatchContent = serde_json::from_value(announcement.content.clone())
                .context("its announcement is malformed")?;
            let players = content.players(means)?;
            Ok(Box::new(MatchPlan { content, players, means }))
        }
        ShardContent::KIND => {
            let content: ShardContent = serde_json::from_value(announcement.content.clone())
                .context("its announcement is malformed")?;
            let (game, evaluator) = content.engine(means.queue)?;
            Ok(Box::new(ShardPlan { game, evaluator }))
        }
        TuningContent::KIND => {
            let content: TuningContent = serde_json::from_value(announcement.content.clone())
                .context("its announcement is malformed")?;
            let evaluator = content.evaluator(means.queue, means.programs)?;
            Ok(Box::new(TuningPlan { content, evaluator }))
        }
        kind => bail!("this worker knows no units of the kind `{kind}`"),
    }
}

/// Match whose players this machine can start.
struct MatchPlan<'a> {
    content: MatchContent,
    /// The same players as in the content, with their sources.
    players: Vec<Contestant>,
    means: Means<'a>,
}

impl PlanKind for MatchPlan<'_> {
    fn play(&self, unit: &[u8], stop: &Stop) -> Result<Vec<u8>, UnitError> {
        let pair: GamePair = serde_json::from_slice(unit)
            .map_err(|error| UnitError::Malformed(format!("no game pair: {error}")))?;
        let pair = self.with_sources(pair).map_err(UnitError::Malformed)?;
        let worker = Worker::new(self.means.programs, stop, None);
        match worker.in_sandbox(self.means.sandbox).play(&pair) {
            Ok(played) => serde_json::to_vec(&played)
                .map_err(|error| UnitError::Failed(format!("the result: {error}"))),
            Err(GamePairError::Stopped) => Err(UnitError::Stopped),
            Err(error) => Err(UnitError::Failed(format!("{:#}", anyhow::Error::from(error)))),
        }
    }
}

impl MatchPlan<'_> {
    /// Returns a game pair with the sources of the announced players. A unit names no others.
    fn with_sources(&self, pair: GamePair) -> Result<GamePair, String> {
        if pair.game != self.content.game || pair.foreign.is_some() {
            return Err("the game pair is not of the announced match".to_owned());
        }
        let known = |contestant: &Contestant| {
            let index = self.content.contestants.iter().position(|known| known == contestant);
            index.map(|index| self.players[index].clone())
        };
        match pair.contestants.each_ref().map(known) {
            [Some(one), Some(other)] => Ok(GamePair { contestants: [one, other], ..pair }),
            _ => Err("a player is not of the announced match".to_owned()),
        }
    }
}

/// Self-play with an evaluator that this machine has.
struct ShardPlan {
    game: &'static dyn TunableGame,
    evaluator: Evaluator,
}

impl PlanKind for ShardPlan {
    fn play(&self, unit: &[u8], stop: &Stop) -> Result<Vec<u8>, UnitError> {
        let shard: Shard = serde_json::from_slice(unit)
            .map_err(|error| UnitError::Malformed(format!("no shard: {error}")))?;
        if shard.game != self.game.name() || shard.evaluator != self.evaluator.identity() {
            return Err(UnitError::Malformed("the shard is not of the announced kind".to_owned()));
        }
        match file_of(self.game, &self.evaluator, &shard, &|| stop.is_requested()) {
            Ok(Some(file)) => Ok(file),
            Ok(None) => Err(UnitError::Stopped),
            Err(error) => Err(UnitError::Failed(format!("{error:#}"))),
        }
    }
}

/// Tuning run with an evaluator that this machine has.
struct TuningPlan {
    content: TuningContent,
    evaluator: Evaluator,
}

impl PlanKind for TuningPlan {
    /// Plays a pair to its end: it takes seconds at most.
    fn play(&self, unit: &[u8], stop: &Stop) -> Result<Vec<u8>, UnitError> {
        if stop.is_requested() {
            return Err(UnitError::Stopped);
        }
        let unit: TuningUnit = serde_json::from_slice(unit)
            .map_err(|error| UnitError::Malformed(format!("no pair: {error}")))?;
        let played = self.content.play(&unit, &self.evaluator);
        played.map(|result| vec![result]).map_err(|error| UnitError::Failed(format!("{error:#}")))
    }
}
