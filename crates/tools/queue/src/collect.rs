//! Collection of results in the order of the units, whatever the order in which they arrive.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::QueueError;
use crate::plan::{Announcement, PlanId};
use crate::progress::Reporter;
use crate::queue::Queue;
use crate::submission::{Event, Receipt, Submission};
use crate::unit_source::{Replay, UnitSource};

/// Plan to be collected.
pub struct Collecting<'a> {
    /// Identity of the plan.
    pub id: &'a PlanId,
    /// Announcement of the plan.
    pub announcement: &'a Announcement,
    /// Request of the user to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// End of a collection, with the counted units by worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// True if the user has stopped it.
    pub was_stopped: bool,
    /// Numbers of the units that each worker has played, in the order in which they were counted.
    pub workers: BTreeMap<String, Vec<usize>>,
}

/// Maximum number of units that are handed out and not counted.
const WINDOW: usize = 2048;
/// Time to wait for a message before the user's stop is looked at.
const WAIT: Duration = Duration::from_millis(100);
/// Pause after a request that has failed.
const PAUSE: Duration = Duration::from_millis(500);
/// Interval between looks at the units that the server has given up.
const LOOK: Duration = Duration::from_secs(1);

/// Unit that is handed out and not counted.
struct Open {
    unit: Vec<u8>,
    /// Number of times that it was published.
    published: usize,
    /// Number of times that a result of a distrusted worker was discarded.
    discarded: usize,
    /// The last failure, for the user.
    failure: Option<String>,
}

/// State of a collection.
struct Collection<'a, S: UnitSource> {
    source: &'a mut S,
    collecting: &'a Collecting<'a>,
    submission: Submission,
    /// Numbers of the open units, in the order in which they are counted.
    order: VecDeque<usize>,
    open: BTreeMap<usize, Open>,
    /// Results of open units.
    held: BTreeMap<usize, (S::Output, String, Receipt)>,
    workers: BTreeMap<String, Vec<usize>>,
    /// Workers of which a result was not that of the unit.
    distrusted: BTreeSet<String>,
    was_stopped: bool,
}

/// Puts the units of a source on the queue and takes the results, until the source is done or has
/// no more units.
///
/// # Errors
///
/// The queue does not take the plan or a unit, a unit is given up, or the source fails. Results
/// that were taken before remain valid.
pub fn collect<S: UnitSource>(
    queue: &Queue,
    collecting: &Collecting<'_>,
    source: &mut S,
) -> Result<Ended, S::Error> {
    let submission = Submission::open(queue, collecting.id, collecting.announcement)?;
    let mut collection = Collection {
        source,
        collecting,
        submission,
        order: VecDeque::new(),
        open: BTreeMap::new(),
        held: BTreeMap::new(),
        workers: BTreeMap::new(),
        distrusted: BTreeSet::new(),
        was_stopped: false,
    };
    let collected = collection.run();
    let Collection { submission, workers, was_stopped, .. } = collection;
    submission.close(was_stopped || collected.is_err());
    collected.map(|()| Ended { was_stopped, workers })
}

impl<S: UnitSource> Collection<'_, S> {
    fn run(&mut self) -> Result<(), S::Error> {
        let mut waiting = self.submission.waiting();
        let mut last_look = Instant::now();
        let mut has_failed = false;
        let mut reporter = Reporter::start();
        loop {
            // Results of an earlier run spare their units.
            if waiting == 0 {
                self.publish()?;
            } else {
                self.fill()?;
            }
            self.count()?;
            if self.order.is_empty() {
                // The last results may have led to more units, which are then published.
                self.fill()?;
                match self.order.is_empty() {
                    true => return Ok(()),
                    false => continue,
                }
            }
            if self.source.is_done() {
                return Ok(());
            }
            self.was_stopped |= (self.collecting.is_stopped)();
            if self.was_stopped {
                return Ok(());
            }
            match self.submission.next_event(WAIT) {
                Ok(event) => {
                    has_failed = false;
                    waiting = if event.is_some() { waiting.saturating_sub(1) } else { 0 };
                    event.map_or(Ok(()), |event| self.handle(event))?;
                }
                Err(why) => {
                    if !has_failed {
                        self.source.note(&format!("no results, trying again: {why}"));
                    }
                    has_failed = true;
                    thread::sleep(PAUSE);
                }
            }
            let units = self.collecting.announcement.units;
            let results = || self.source.results(&self.workers);
            reporter.report(&self.submission, units, &self.workers, results);
            if last_look.elapsed() >= LOOK {
                last_look = Instant::now();
                self.look_for_given_up()?;
            }
        }
    }

    /// Opens units until the window is full.
    fn fill(&mut self) -> Result<(), S::Error> {
        while self.order.len() < WINDOW
            && !self.source.is_done()
            && let Some((number, unit)) = self.source.next()?
        {
            self.order.push_back(number);
            self.open.insert(number, Open { unit, published: 0, discarded: 0, failure: None });
        }
        Ok(())
    }

    /// Publishes the open units that have not been published and have no result.
    fn publish(&mut self) -> Result<(), S::Error> {
        // A window that is nearly full is left alone, so that units go out in batches.
        if self.order.len() <= WINDOW / 2 {
            self.fill()?;
        }
        let is_new = |number: &usize, open: &Open, held: &BTreeMap<_, _>| {
            open.published == 0 && !held.contains_key(number)
        };
        let mut units = Vec::new();
        for (number, open) in &mut self.open {
            if is_new(number, open, &self.held) {
                open.published = 1;
                units.push((*number, open.unit.clone()));
            }
        }
        if !units.is_empty() {
            let is_stopped = self.collecting.is_stopped;
            self.was_stopped |= !self.submission.publish(&units, 1, is_stopped)?;
        }
        Ok(())
    }

    /// Takes the results that are next in order.
    fn count(&mut self) -> Result<(), S::Error> {
        while !self.source.is_done()
            && let Some(number) = self.order.front()
            && let Some((output, worker, receipt)) = self.held.remove(number)
        {
            let number = *number;
            self.source.take(number, output)?;
            self.submission.acknowledge(&receipt);
            self.workers.entry(worker).or_default().push(number);
            self.order.pop_front();
            self.open.remove(&number);
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<(), S::Error> {
        match event {
            Event::Result { number, worker, content, receipt } => {
                // The store has it, or it has come twice.
                if !self.open.contains_key(&number) || self.held.contains_key(&number) {
                    self.submission.acknowledge(&receipt);
                    return Ok(());
                }
                if self.distrusted.contains(&worker) {
                    self.submission.acknowledge(&receipt);
                    return self.discard(number, &worker);
                }
                match self.source.decode(number, &content) {
                    Ok(output) => self.hold(number, output, worker, receipt),
                    Err(why) => {
                        self.submission.acknowledge(&receipt);
                        self.refuse(number, &format!("result of worker {worker}: {why}"))
                    }
                }
            }
            Event::Failure { number, worker, why, is_last } => {
                let Some(open) = self.open.get_mut(&number) else { return Ok(()) };
                let failure = format!("worker {worker}: {why}");
                self.source.note(&format!("unit {number} failed: {failure}"));
                open.failure = Some(failure);
                match is_last && !self.held.contains_key(&number) {
                    true => self.give_up(number),
                    false => Ok(()),
                }
            }
            Event::Malformed { number: Some(number), why } if self.open.contains_key(&number) => {
                self.refuse(number, &why)
            }
            Event::Malformed { why, .. } => {
                self.source.note(&format!("a result is refused: {why}"));
                Ok(())
            }
        }
    }

    /// Holds a result until it is its turn to be counted, if it is that of the unit.
    fn hold(
        &mut self,
        number: usize,
        output: S::Output,
        worker: String,
        receipt: Receipt,
    ) -> Result<(), S::Error> {
        match self.source.replay(number, &output)? {
            Replay::Equal => {
                self.held.insert(number, (output, worker, receipt));
                Ok(())
            }
            // The result stays on the server, for the next run.
            Replay::Stopped => Ok(()),
            Replay::Different => {
                self.submission.acknowledge(&receipt);
                self.distrust(number, worker)
            }
        }
    }

    /// Discards all results of a worker that are not counted, because that of unit `number` is
    /// wrong.
    fn distrust(&mut self, number: usize, worker: String) -> Result<(), S::Error> {
        let counted = self.workers.get(&worker).map_or(0, Vec::len);
        self.source.note(&format!(
            "worker {worker} is not trusted any more: its result of unit {number} differs from \
             the same unit played here; {counted} of its results were counted before"
        ));
        self.discard(number, &worker)?;
        let its: Vec<_> = self.held.extract_if(.., |_, (_, name, _)| *name == worker).collect();
        for (number, (_, _, receipt)) in its {
            self.submission.acknowledge(&receipt);
            self.discard(number, &worker)?;
        }
        self.distrusted.insert(worker);
        Ok(())
    }

    /// Publishes a unit again whose result is that of a distrusted worker, and tells the worker.
    /// This is no try of the unit.
    fn discard(&mut self, number: usize, worker: &str) -> Result<(), S::Error> {
        self.submission.accuse(worker, number);
        let Some(open) = self.open.get_mut(&number) else { return Ok(()) };
        open.discarded += 1;
        self.publish_again(number)
    }

    /// Refuses a result, and publishes its unit again.
    fn refuse(&mut self, number: usize, why: &str) -> Result<(), S::Error> {
        self.source.note(&format!("unit {number}: a result is refused: {why}"));
        let Some(open) = self.open.get_mut(&number) else { return Ok(()) };
        open.failure = Some(format!("a result was refused: {why}"));
        if self.held.contains_key(&number) {
            return Ok(());
        }
        if (open.published - open.discarded) as i64 >= self.collecting.announcement.tries {
            return self.give_up(number);
        }
        self.publish_again(number)
    }

    /// Publishes an open unit once more.
    fn publish_again(&mut self, number: usize) -> Result<(), S::Error> {
        let Some(open) = self.open.get_mut(&number) else { return Ok(()) };
        open.published += 1;
        let (unit, attempt) = ((number, open.unit.clone()), open.published);
        let is_stopped = self.collecting.is_stopped;
        self.was_stopped |= !self.submission.publish(&[unit], attempt, is_stopped)?;
        Ok(())
    }

    fn look_for_given_up(&mut self) -> Result<(), S::Error> {
        // Without an answer the next look finds them.
        for number in self.submission.given_up().unwrap_or_default() {
            if self.open.contains_key(&number) && !self.held.contains_key(&number) {
                return self.give_up(number);
            }
        }
        Ok(())
    }

    fn give_up(&self, number: usize) -> Result<(), S::Error> {
        let failure = self.open.get(&number).and_then(|open| open.failure.clone());
        let silent = || "the workers that took it have not been heard of again".to_owned();
        let tries = self.collecting.announcement.tries;
        Err(QueueError::GivenUp { number, tries, why: failure.unwrap_or_else(silent) }.into())
    }
}
