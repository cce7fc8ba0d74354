//! Workers and plans of a queue for the page, read at most every two seconds.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use queue::{Distrusted, Progress, Queue, QueueError, SeenPlan, SeenWorker};
use serde::Serialize;
use utoipa::ToSchema;

/// Workers and plans of a queue.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Workers {
    workers: Vec<WorkerRow>,
    plans: Vec<PlanRow>,
    /// Units that no worker survived and workers that are not trusted, as lines for the user.
    warnings: Vec<String>,
}

/// Worker that has reported in the last ten minutes.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WorkerRow {
    name: String,
    version: String,
    /// Number of units that it plays at the same time.
    jobs: usize,
    in_flight: u64,
    done: u64,
    failed: u64,
    units_per_second: f64,
    /// Seconds since its last report.
    last_seen: u64,
}

/// Plan in progress.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlanRow {
    id: String,
    title: String,
    /// Number of units that wait for a worker.
    waiting: u64,
    in_flight: usize,
    /// Number of units whose results are counted, if the plan has reported it.
    counted: Option<usize>,
    /// Number of all units, if it is known.
    units: Option<usize>,
    /// Estimated seconds until all units are counted.
    seconds_left: Option<f64>,
    /// Results by worker, as lines for the user.
    results: Vec<String>,
}

/// Time for which a list is not read again, however many pages ask for it.
const FRESH: Duration = Duration::from_secs(2);

/// Workers of a queue, with the last list.
#[derive(Default)]
pub(crate) struct WorkerList {
    queue: Option<Queue>,
    last: Mutex<Option<(Instant, Workers)>>,
}

impl WorkerList {
    /// Returns the workers of a queue.
    pub(crate) fn of(queue: Option<Queue>) -> WorkerList {
        WorkerList { queue, ..WorkerList::default() }
    }

    /// Returns the list; `None` without a queue.
    pub(crate) fn read(&self) -> Option<Result<Workers, QueueError>> {
        let queue = self.queue.as_ref()?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((at, workers)) if at.elapsed() < FRESH => Some(Ok(workers.clone())),
            _ => Some(read(queue).inspect(|workers| {
                *last = Some((Instant::now(), workers.clone()));
            })),
        }
    }
}

fn read(queue: &Queue) -> Result<Workers, QueueError> {
    let given_up = queue.seen_given_up()?.into_iter();
    let given_up = given_up.map(|(plan, units)| {
        format!("{units} units of plan {plan} were given up: no worker survived them")
    });
    let distrusted = queue.seen_distrusted()?.into_iter();
    let distrusted = distrusted.map(|Distrusted { distrusted, plan, unit }| {
        let plan = plan.get(..8).unwrap_or(&plan);
        format!("worker {distrusted} is not trusted by plan {plan}: unit {unit} was wrong")
    });
    Ok(Workers {
        workers: queue.seen_workers()?.into_iter().map(worker_row).collect(),
        plans: queue.seen_plans()?.into_iter().map(plan_row).collect(),
        warnings: given_up.chain(distrusted).collect(),
    })
}

fn worker_row(SeenWorker { status, age }: SeenWorker) -> WorkerRow {
    WorkerRow {
        name: status.name,
        version: status.version,
        jobs: status.jobs,
        in_flight: status.in_flight,
        done: status.done,
        failed: status.failed,
        units_per_second: status.units_per_second,
        last_seen: age.as_secs(),
    }
}

fn plan_row(SeenPlan { id, title, waiting, in_flight, progress }: SeenPlan) -> PlanRow {
    let none = Progress { counted: 0, units: None, seconds_left: None, results: Vec::new() };
    let counted = progress.as_ref().map(|progress| progress.counted);
    let Progress { units, seconds_left, results, .. } = progress.unwrap_or(none);
    PlanRow { id, title, waiting, in_flight, counted, units, seconds_left, results }
}
