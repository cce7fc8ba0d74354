//! Game pairs of a match as units on a queue.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use anyhow::{Context as _, anyhow};
use arena::{
    Contestant, GamePair, GamePairError, Pace, PairSource, Plan, Program, Sandbox, Worker,
};
use distributed::DoublePlay;
use options::queue::QueuedPlan;
use queue::{Announcement, Collecting, Ended, PlanId, Queue, Replay, UnitSource, collect};
use registry::{Baseline, Effort, Stop, game};

use super::match_content::{MatchContent, without_sources};
use super::played_unit::PlayedUnit;
use super::speed::measure;
use crate::programs::Programs;
use crate::worker_results::WorkerResults;

/// Match that is played on a queue.
pub(crate) struct QueuedMatch<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) options: &'a QueuedPlan,
    /// Text that distinguishes the match from others with the same plan.
    pub(crate) identity: &'a str,
    /// Number of game pairs that are not in the store.
    pub(crate) pairs_left: usize,
    /// Number of threads that measure the speed of this machine; `None` if clocks are not scaled.
    pub(crate) scale: Option<NonZeroUsize>,
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
) -> anyhow::Result<QueuedEnd> {
    let QueuedMatch { queue, options, identity, programs, sandbox, .. } = queued;
    let game = game(&plan.game)?;
    let content = MatchContent::of(game, &plan.contestants, queue, programs, sandbox)?;
    let names: Vec<&str> = plan.contestants.iter().map(|player| player.name.as_str()).collect();
    let announcement = Announcement {
        kind: MatchContent::KIND.to_owned(),
        title: format!("{}: {}", plan.game, names.join(", ")),
        ack_wait_ms: options.queue_wait.get().saturating_mul(1000),
        tries: Announcement::TRIES,
        units: Some(queued.pairs_left),
        speed: queued.speed(plan)?,
        content: serde_json::to_value(content).context("the plan cannot be written")?,
    };
    let text = serde_json::to_string(plan).context("the plan cannot be written")?;
    let id = PlanId::of(&[&text, identity]);
    let double_play = DoublePlay::of(&[&text, identity], options.double_play);
    let is_stopped = || queued.stop.is_requested();
    let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
    let are_scaled = announcement.speed.is_some();
    let has_two_players = plan.contestants.len() == 2;
    let (pairs, points, clocks) = Default::default();
    let mut units = MatchUnits {
        source,
        pairs,
        points,
        clocks,
        are_scaled,
        has_two_players,
        queued,
        double_play,
        note,
    };
    let ended = collect(queue, &collecting, &mut units)?;
    let results = units.results(&ended.workers);
    Ok(QueuedEnd { ended, results })
}

/// End of a match on a queue.
pub(crate) struct QueuedEnd {
    pub(crate) ended: Ended,
    /// Results by worker, as lines for the user.
    pub(crate) results: Vec<String>,
}

impl QueuedMatch<'_> {
    /// Returns the speed of this machine if the games of a plan depend on time.
    fn speed(&self, plan: &Plan) -> anyhow::Result<Option<f64>> {
        let has_clock = plan.contestants.iter().any(|player| player.pace() != Pace::Fixed);
        let Some(jobs) = self.scale.filter(|_| has_clock) else { return Ok(None) };
        let speed = measure(game(&plan.game)?, self.programs, jobs)?;
        Ok(Some(speed.pairs_per_second))
    }
}

/// Units of a match.
struct MatchUnits<'a, S> {
    source: &'a mut S,
    /// Game pairs that are handed out.
    pairs: BTreeMap<usize, GamePair>,
    /// Points of the first player in the counted pairs.
    points: BTreeMap<usize, f64>,
    /// Factors of the clocks of the counted pairs.
    clocks: BTreeMap<usize, f64>,
    are_scaled: bool,
    has_two_players: bool,
    queued: &'a QueuedMatch<'a>,
    double_play: DoublePlay,
    note: &'a dyn Fn(&str),
}

impl<S: PairSource<Error: Into<anyhow::Error>>> UnitSource for MatchUnits<'_, S> {
    type Output = PlayedUnit;
    type Error = anyhow::Error;

    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        let Some((number, pair)) = self.source.next() else { return Ok(None) };
        let unit = serde_json::to_vec(&without_sources(pair.clone()))
            .context("a game pair cannot be written")?;
        self.pairs.insert(number, pair);
        Ok(Some((number, unit)))
    }

    fn decode(&self, number: usize, content: &[u8]) -> Result<PlayedUnit, String> {
        let pair = self.pairs.get(&number).ok_or("there is no such game pair")?;
        let played = PlayedUnit::parse(content, self.are_scaled)?;
        pair.check(&played.games).map_err(|mismatch| mismatch.to_string())?;
        Ok(played)
    }

    fn replay(&mut self, number: usize, theirs: &PlayedUnit) -> anyhow::Result<Replay> {
        let pair = match self.pairs.get(&number) {
            Some(pair) if self.double_play.contains(number) && is_bound_by_nodes(pair) => pair,
            _ => return Ok(Replay::Equal),
        };
        let play = || {
            let worker = Worker::new(self.queued.programs, self.queued.stop, None);
            match worker.in_sandbox(self.queued.sandbox).play(pair) {
                Ok(games) => Ok(Some(PlayedUnit { clock: None, games })),
                Err(GamePairError::Stopped) => Ok(None),
                Err(error) => Err(error.into()),
            }
        };
        self.double_play.replay(number, theirs, &has_same_records, play, self.note)
    }

    fn take(&mut self, number: usize, played: PlayedUnit) -> anyhow::Result<()> {
        self.pairs.remove(&number);
        self.clocks.extend(played.clock.map(|factor| (number, factor)));
        let points = played.games.iter().map(|game| game.summary.score(0)).sum();
        self.points.insert(number, points);
        self.source.take(number, played.games).map_err(Into::into)
    }

    fn results(&self, workers: &BTreeMap<String, Vec<usize>>) -> Vec<String> {
        let MatchUnits { points, clocks, .. } = self;
        WorkerResults { workers, points, clocks }.notes(self.has_two_players)
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

/// Returns whether the games of a pair are the same on every machine. Command lines may start
/// anything.
fn is_bound_by_nodes(pair: &GamePair) -> bool {
    pair.contestants.iter().all(|contestant: &Contestant| match &contestant.program {
        Program::Baseline(baseline) => matches!(
            baseline,
            Baseline::Random | Baseline::Greedy | Baseline::Uct(Effort::Iterations(_))
        ),
        Program::Source { .. } => contestant.nodes.is_some(),
        Program::Command(_) | Program::Uci(_) | Program::Elsewhere => false,
    })
}

/// Returns whether two plays of a pair have the same records, as they are written, without times.
fn has_same_records(one: &PlayedUnit, other: &PlayedUnit) -> bool {
    let records =
        |played: &PlayedUnit| played.games.each_ref().map(|game| game.record.clone().bare());
    records(one) == records(other)
}
