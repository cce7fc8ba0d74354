//! Plans that a worker has accepted, by the kind of their units.

use std::num::NonZeroUsize;

use anyhow::{Context as _, anyhow};
use arena::{ClockScale, Contestant, GamePair, GamePairError, Sandbox, Worker};
use distributed::{ShardContent, file_of};
use queue::{Announcement, Queue, Refusal};
use registry::{Stop, game};
use trainer::{Evaluator, Shard, TunableGame};

use super::fair_clock::clock;
use super::match_content::MatchContent;
use super::played_unit::PlayedUnit;
use super::speed::measure;
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
    /// Number of units that are played at the same time.
    pub(crate) jobs: NonZeroUsize,
    /// Share of the time that other programs may take in games with a clock.
    pub(crate) max_lost: f64,
}

/// Plan that a worker plays.
pub(crate) struct Accepted<'a> {
    pub(crate) kind: Box<dyn PlanKind + 'a>,
    /// Clock of its games, if it is scaled.
    pub(crate) clock: Option<ClockScale>,
}

/// Returns the plan of an announcement.
///
/// # Errors
///
/// The reason why this machine cannot play its units.
pub(crate) fn plan_kind<'a>(
    announcement: &Announcement,
    means: Means<'a>,
) -> Result<Accepted<'a>, Refusal> {
    let refusal = |error: anyhow::Error| Refusal::Final(format!("{error:#}"));
    if announcement.kind != MatchContent::KIND {
        let kind = self_play_kind(announcement, means).map_err(refusal)?;
        return Ok(Accepted { kind, clock: None });
    }
    let content = serde_json::from_value(announcement.content.clone());
    let content: MatchContent =
        content.context("its announcement is malformed").map_err(refusal)?;
    let players = content.players(means).map_err(refusal)?;
    let measured = || measure(game(&content.game)?, means.programs, means.jobs);
    let clock = match announcement.speed {
        Some(theirs) => Some(clock(measured().map_err(refusal)?, theirs, means.max_lost)?),
        None => None,
    };
    Ok(Accepted { kind: Box::new(MatchPlan { content, players, means, clock }), clock })
}

/// Returns the plan of an announcement of self-play or of a tuning run.
fn self_play_kind<'a>(
    announcement: &Announcement,
    means: Means<'a>,
) -> anyhow::Result<Box<dyn PlanKind + 'a>> {
    match announcement.kind.as_str() {
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
        kind => Err(anyhow!("this worker knows no units of the kind `{kind}`")),
    }
}

/// Match whose players this machine can start.
struct MatchPlan<'a> {
    content: MatchContent,
    /// The same players as in the content, with their sources.
    players: Vec<Contestant>,
    means: Means<'a>,
    clock: Option<ClockScale>,
}

impl PlanKind for MatchPlan<'_> {
    fn play(&self, unit: &[u8], stop: &Stop) -> Result<Vec<u8>, UnitError> {
        let pair: GamePair = serde_json::from_slice(unit)
            .map_err(|error| UnitError::Malformed(format!("no game pair: {error}")))?;
        let pair = self.with_sources(pair).map_err(UnitError::Malformed)?;
        let worker = Worker::new(self.means.programs, stop, None)
            .with_clock(self.clock.unwrap_or(ClockScale::NONE));
        let clock = self.clock.map(ClockScale::factor);
        match worker.in_sandbox(self.means.sandbox).play(&pair) {
            Ok(games) => serde_json::to_vec(&PlayedUnit { clock, games })
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
        let is_played = shard.labels.is_none();
        let is_announced =
            shard.game == self.game.name() && shard.evaluator == self.evaluator.identity();
        if !is_played || !is_announced {
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

#[cfg(test)]
mod tests {
    use registry::tunable_game;
    use trainer::Labels;

    use super::*;

    #[test]
    fn only_shards_of_the_announced_kind_are_played() {
        let game = tunable_game("breakthrough").unwrap();
        let plan = ShardPlan { game, evaluator: Evaluator::Hand };
        let shard = Shard {
            game: "breakthrough".to_owned(),
            evaluator: "hand".to_owned(),
            nodes: 5,
            opening_plies: Shard::OPENING_PLIES,
            seed: 1,
            games: 1,
            labels: None,
        };
        let play = |shard: &Shard| {
            plan.play(&serde_json::to_vec(shard).unwrap(), &Stop::default()).map(|_| ())
        };
        assert!(play(&shard).is_ok());
        let labels = Some(Labels { evaluator: "hand".to_owned(), nodes: 5 });
        let others = [
            Shard { game: "jungle".to_owned(), ..shard.clone() },
            Shard { evaluator: "material".to_owned(), ..shard.clone() },
            // A worker plays games, and searches none again.
            Shard { labels, ..shard },
        ];
        for other in others {
            assert!(matches!(play(&other), Err(UnitError::Malformed(_))), "{other:?}");
        }
    }
}
