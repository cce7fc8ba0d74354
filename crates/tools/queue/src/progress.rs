//! Progress of a plan, as its own process reports it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::names;
use crate::queue::Queue;
use crate::submission::Submission;

/// Progress of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Number of units whose results are counted in this run.
    pub counted: usize,
    /// Number of all units of the run, if it is known; a sequential test may end before.
    pub units: Option<usize>,
    /// Estimated seconds until all units are counted, by the speed so far.
    pub seconds_left: Option<f64>,
    /// Results by worker, as lines for the user.
    pub results: Vec<String>,
}

/// Interval between reports.
const INTERVAL: Duration = Duration::from_secs(2);

/// Reporter of the progress of a plan.
pub(crate) struct Reporter {
    begin: Instant,
    last: Option<Instant>,
}

impl Reporter {
    pub(crate) fn start() -> Reporter {
        Reporter { begin: Instant::now(), last: None }
    }

    /// Reports the progress if the last report is old. A report that is lost is replaced by the
    /// next one.
    pub(crate) fn report(
        &mut self,
        submission: &Submission,
        units: Option<usize>,
        workers: &BTreeMap<String, Vec<usize>>,
        results: impl FnOnce() -> Vec<String>,
    ) {
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.last = Some(Instant::now());
        let counted: usize = workers.values().map(Vec::len).sum();
        let per_unit = self.begin.elapsed().as_secs_f64() / counted as f64;
        let left = units.map(|units| units.saturating_sub(counted) as f64 * per_unit);
        let seconds_left = left.filter(|left| left.is_finite());
        let progress = Progress { counted, units, seconds_left, results: results() };
        let Ok(text) = serde_json::to_vec(&progress) else { return };
        let (queue, subject) = (submission.queue(), names::progress(submission.id().as_str()));
        let _ = queue.reactor.wait(async {
            drop(queue.context.publish(subject, text.into()).await);
            Ok::<(), String>(())
        });
    }
}

impl Queue {
    /// Returns the last report of a plan's progress, if there is one.
    pub(crate) async fn progress_of(&self, plan: &str) -> Option<Progress> {
        let subject = names::progress(plan);
        let message = self.workers.get_last_raw_message_by_subject(&subject).await.ok()?;
        serde_json::from_slice(&message.payload).ok()
    }
}
