//! Worker of a queue: one thread that takes units, and one for each unit that is played.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use options::work::Arguments;
use queue::{Assignment, PlanId, Queue, Refusal, WorkerStatus, Workplace};
use registry::Stop;

use super::plan_kind::{Accepted, Means, PlanKind, UnitError, plan_kind};
use super::worker_name::default_name;

/// Interval between looks at the list of plans.
const LOOK: Duration = Duration::from_secs(1);
/// Interval between reports.
const REPORT: Duration = Duration::from_secs(5);
/// Time that a request for a unit waits.
const PULL: Duration = Duration::from_millis(500);
/// Pause after a request that has failed, and while all threads are busy.
const PAUSE: Duration = Duration::from_millis(200);

/// Plan that the worker has accepted.
struct Plan<'a> {
    kind: Box<dyn PlanKind + 'a>,
    /// Request to end its units: the plan has ended, or the worker ends.
    stop: Stop,
}

/// Unit for a thread.
type Task<'a> = (Assignment, Arc<Plan<'a>>);

/// End of a unit.
enum Played {
    Done,
    Failed,
    Stopped,
}

/// Plays units of a queue until `stop` is requested.
pub(crate) fn work(
    queue: &Queue,
    arguments: &Arguments,
    means: Means<'_>,
    stop: &Stop,
) -> anyhow::Result<()> {
    let name = arguments.name.clone().unwrap_or_else(default_name);
    let workplace = Workplace::new(queue, &name);
    let jobs = arguments.jobs.get();
    eprintln!("note: worker {} plays {jobs} units at a time; Ctrl-C ends it", workplace.name());
    let (ended, ends) = mpsc::channel();
    thread::scope(|scope| {
        let threads = (0..jobs).map(|index| {
            let (sender, tasks) = mpsc::channel();
            let ended = ended.clone();
            scope.spawn(move || play(index, &tasks, &ended, stop));
            sender
        });
        let mut dispatcher = Dispatcher {
            workplace,
            means,
            threads: threads.collect(),
            idle: (0..jobs).collect(),
            plans: BTreeMap::new(),
            is_awaited: false,
            begin: Instant::now(),
            status: WorkerStatus {
                name: name.clone(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                jobs,
                done: 0,
                in_flight: 0,
                failed: 0,
                units_per_second: 0.0,
            },
        };
        dispatcher.status.name = dispatcher.workplace.name().to_owned();
        dispatcher.run(&ends, stop);
    });
    Ok(())
}

/// Plays the units that one thread gets.
fn play(index: usize, tasks: &Receiver<Task<'_>>, ended: &Sender<(usize, Played)>, stop: &Stop) {
    for (assignment, plan) in tasks {
        // A result that cannot be stored now is lost when the worker ends.
        let is_stopped = || stop.is_requested();
        let played = match plan.kind.play(&assignment.content, &plan.stop) {
            Ok(result) => {
                assignment.finish(&result, &is_stopped);
                Played::Done
            }
            Err(UnitError::Stopped) if stop.is_requested() => {
                assignment.give_back();
                Played::Stopped
            }
            Err(UnitError::Stopped) => {
                assignment.forget();
                Played::Stopped
            }
            Err(UnitError::Failed(why)) => {
                assignment.fail(&why, &is_stopped);
                Played::Failed
            }
            Err(UnitError::Malformed(why)) => {
                assignment.refuse(&format!("malformed unit: {why}"));
                Played::Failed
            }
        };
        if ended.send((index, played)).is_err() {
            return;
        }
    }
}

/// Thread that takes units from the queue and hands them to the idle threads.
struct Dispatcher<'a> {
    workplace: Workplace,
    means: Means<'a>,
    threads: Vec<Sender<Task<'a>>>,
    idle: Vec<usize>,
    plans: BTreeMap<PlanId, Arc<Plan<'a>>>,
    /// True if a plan waits until no unit is played.
    is_awaited: bool,
    begin: Instant,
    status: WorkerStatus,
}

impl Dispatcher<'_> {
    fn run(&mut self, ends: &Receiver<(usize, Played)>, stop: &Stop) {
        let (mut last_look, mut last_report) = (None::<Instant>, None::<Instant>);
        let mut is_lost = false;
        while !stop.is_requested() {
            while let Ok((index, played)) = ends.try_recv() {
                self.count(index, &played);
            }
            // A plan waits for a measurement, which units would disturb.
            if self.is_awaited && self.is_idle() {
                last_look = None;
            }
            if last_look.is_none_or(|last| last.elapsed() >= LOOK) {
                last_look = Some(Instant::now());
                is_lost = self.look(is_lost);
            }
            if !is_lost && last_report.is_none_or(|last| last.elapsed() >= REPORT) {
                last_report = Some(Instant::now());
                self.report();
            }
            if self.idle.is_empty() || is_lost || self.is_awaited {
                if let Ok((index, played)) = ends.recv_timeout(PAUSE) {
                    self.count(index, &played);
                }
                continue;
            }
            match self.workplace.pull(PULL) {
                Ok(Some(assignment)) => self.hand_out(assignment),
                Ok(None) => {}
                // The plan may have ended, which the next look finds.
                Err(_) => {
                    last_look = None;
                    thread::sleep(PAUSE);
                }
            }
        }
        for plan in self.plans.values() {
            plan.stop.request();
        }
        self.threads.clear();
        // The threads give their units back, and end.
        while self.idle.len() < self.status.jobs
            && let Ok((index, played)) = ends.recv()
        {
            self.count(index, &played);
        }
        self.report();
    }

    fn count(&mut self, index: usize, played: &Played) {
        self.idle.push(index);
        match played {
            Played::Done => self.status.done += 1,
            Played::Failed => self.status.failed += 1,
            Played::Stopped => {}
        }
    }

    /// Reads the list of plans. Returns whether the server does not answer.
    fn look(&mut self, was_lost: bool) -> bool {
        let is_idle = self.is_idle();
        let Dispatcher { workplace, means, plans, is_awaited, .. } = self;
        *is_awaited = false;
        let looked = workplace.refresh(&mut |id, announcement| {
            if plans.contains_key(id) {
                return Ok(());
            }
            if announcement.speed.is_some() && !is_idle {
                *is_awaited = true;
                return Err(Refusal::Busy);
            }
            let Accepted { kind, clock } = plan_kind(announcement, *means)?;
            let clock = clock.map_or(String::new(), |clock| {
                format!("; its clocks are scaled by {:.2}", clock.factor())
            });
            eprintln!("note: plan {id} is accepted: {}{clock}", announcement.title);
            plans.insert(id.clone(), Arc::new(Plan { kind, stop: Stop::default() }));
            Ok(())
        });
        match looked {
            Ok(ended) => {
                for id in ended {
                    if let Some(plan) = plans.remove(&id) {
                        plan.stop.request();
                    }
                    eprintln!("note: plan {id} is no longer played");
                }
                if was_lost {
                    eprintln!("note: the queue answers again");
                }
                false
            }
            Err(error) => {
                if !was_lost {
                    eprintln!("note: {error}; trying again");
                }
                true
            }
        }
    }

    /// Returns whether no unit is played.
    fn is_idle(&self) -> bool {
        self.idle.len() == self.status.jobs
    }

    fn hand_out(&mut self, assignment: Assignment) {
        let plan = self.plans.get(&assignment.plan).cloned();
        match (plan, self.idle.pop()) {
            (Some(plan), Some(index)) => {
                // A thread ends only with this value.
                let _ = self.threads[index].send((assignment, plan));
            }
            _ => assignment.give_back(),
        }
    }

    fn report(&mut self) {
        let in_flight = self.status.jobs - self.idle.len();
        self.status.in_flight = in_flight as u64;
        self.status.units_per_second = self.status.done as f64 / self.begin.elapsed().as_secs_f64();
        self.workplace.report(&self.status);
    }
}
