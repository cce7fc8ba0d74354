//! Game pairs of a tuning run as units on a queue.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, anyhow};
use distributed::DoublePlay;
use options::queue::QueuedPlan;
use queue::{Announcement, Collecting, PlanId, Queue, Replay, UnitSource, collect};
use registry::Stop;
use trainer::{Evaluator, Pairs};

use super::tuning_content::{TuningContent, TuningUnit};
use crate::programs::Programs;

/// Tuning run whose pairs are played on a queue.
pub(crate) struct QueuedTuning<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) options: &'a QueuedPlan,
    pub(crate) content: TuningContent,
    pub(crate) programs: &'a Programs,
}

/// Pairs of an update that the run asks for, and the results before them.
type Asked = (Range<u32>, Vec<u8>);

/// Runs `tune` on a thread of its own after `played` pairs, with the results of its pairs from the
/// workers of a queue.
pub(crate) fn play_tuning<T: Send>(
    queued: &QueuedTuning<'_>,
    stop: &Stop,
    played: usize,
    tune: impl FnOnce(Pairs<'_>) -> T + Send,
) -> anyhow::Result<T> {
    let QueuedTuning { queue, options, content, .. } = queued;
    let cannot = "the plan cannot be written";
    let announcement = Announcement {
        kind: TuningContent::KIND.to_owned(),
        title: format!("{}: tuning", content.game()),
        ack_wait_ms: options.queue_wait.get().saturating_mul(1000),
        tries: Announcement::TRIES,
        units: Some(content.pairs().saturating_sub(played)),
        speed: None,
        content: serde_json::to_value(content).context(cannot)?,
    };
    let text = serde_json::to_string(content).context(cannot)?;
    let texts = [TuningContent::KIND, &text, &std::process::id().to_string()];
    let id = PlanId::of(&texts);
    let double_play = DoublePlay::of(&texts, options.double_play);
    let is_stopped = || stop.is_requested();
    let collecting = Collecting { id: &id, announcement: &announcement, is_stopped: &is_stopped };
    let (ask, asked) = mpsc::channel::<Asked>();
    let (answer, answers) = mpsc::channel::<Vec<u8>>();
    thread::scope(|scope| {
        let tuning = scope.spawn(move || {
            let line = Mutex::new((ask, answers));
            let elsewhere = |pairs: Range<u32>, results: &[u8]| {
                let line = line.lock().unwrap_or_else(PoisonError::into_inner);
                line.0.send((pairs, results.to_vec())).ok()?;
                line.1.recv().ok()
            };
            tune(Pairs::Elsewhere(&elsewhere))
        });
        let mut units = TuningUnits {
            queued,
            double_play,
            evaluator: None,
            asked,
            answer,
            results: Vec::new(),
            open: None,
        };
        let collected = collect(queue, &collecting, &mut units);
        // The run gets no answers any more, and ends.
        drop(units);
        let tuned = tuning.join().map_err(|_| anyhow!("the tuning run has panicked"))?;
        collected?;
        Ok(tuned)
    })
}

/// Units of a tuning run.
struct TuningUnits<'a> {
    queued: &'a QueuedTuning<'a>,
    double_play: DoublePlay,
    /// Evaluator of the pairs that are played here, which is made for the first of them.
    evaluator: Option<Evaluator>,
    asked: Receiver<Asked>,
    answer: Sender<Vec<u8>>,
    /// Results of the open update.
    results: Vec<u8>,
    /// Open update: its pairs, the next of them, and the results before.
    open: Option<(Range<u32>, u32, Vec<u8>)>,
}

impl UnitSource for TuningUnits<'_> {
    type Output = u8;
    type Error = anyhow::Error;

    fn next(&mut self) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        if self.open.is_none() {
            // The run asks at once, unless it has ended.
            let Ok((pairs, played)) = self.asked.recv() else { return Ok(None) };
            self.open = Some((pairs.clone(), pairs.start, played));
        }
        let Some((pairs, next, played)) = &mut self.open else { return Ok(None) };
        if *next == pairs.end {
            return Ok(None);
        }
        let unit = TuningUnit { pair: *next, played: played.clone() };
        *next += 1;
        let text = serde_json::to_vec(&unit).context("a pair cannot be written")?;
        Ok(Some((unit.pair as usize, text)))
    }

    fn decode(&self, _number: usize, content: &[u8]) -> Result<u8, String> {
        /// Half points of two won games.
        const MOST: u8 = 4;
        match content {
            [result] if *result <= MOST => Ok(*result),
            _ => Err("it is no number of half points".to_owned()),
        }
    }

    fn replay(&mut self, number: usize, theirs: &u8) -> anyhow::Result<Replay> {
        let Some((.., played)) = self.open.as_ref().filter(|_| self.double_play.contains(number))
        else {
            return Ok(Replay::Equal);
        };
        let QueuedTuning { queue, content, programs, .. } = self.queued;
        let evaluator = match self.evaluator.take() {
            Some(evaluator) => evaluator,
            None => content.evaluator(queue, programs)?,
        };
        let unit = TuningUnit { pair: number as u32, played: played.clone() };
        let play = || content.play(&unit, &evaluator).map(Some);
        let is_same = &|one: &u8, other: &u8| one == other;
        let note = &|note: &str| eprintln!("note: {note}");
        let replay = self.double_play.replay(number, theirs, is_same, play, note);
        self.evaluator = Some(evaluator);
        replay
    }

    fn take(&mut self, _number: usize, result: u8) -> anyhow::Result<()> {
        self.results.push(result);
        if let Some((pairs, ..)) = &self.open
            && self.results.len() == pairs.len()
        {
            self.open = None;
            // The run may have ended.
            let _ = self.answer.send(std::mem::take(&mut self.results));
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn note(&self, note: &str) {
        eprintln!("note: {note}");
    }
}
