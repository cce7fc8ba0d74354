//! Reports that a worker is not trusted: a result of it was not that of the unit.

use serde::{Deserialize, Serialize};

use crate::error::QueueError;
use crate::names;
use crate::presence::subjects;
use crate::queue::Queue;
use crate::submission::Submission;

/// Report that a worker is not trusted by a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distrusted {
    /// Name of the worker.
    pub distrusted: String,
    /// Identity of the plan.
    pub plan: String,
    /// Number of the unit.
    pub unit: usize,
}

impl Submission {
    /// Reports that a worker is not trusted. It leaves the plan if it follows the rules; its
    /// results are discarded in any case, so that a report that is lost changes nothing.
    pub(crate) fn accuse(&self, worker: &str, unit: usize) {
        if !names::is_worker(worker) {
            return;
        }
        let plan = self.id().as_str().to_owned();
        let report = Distrusted { distrusted: worker.to_owned(), plan, unit };
        let Ok(text) = serde_json::to_vec(&report) else { return };
        let subject = names::distrusted(worker);
        let _ = self.queue().reactor.wait(async {
            drop(self.queue().context.publish(subject, text.into()).await);
            Ok::<(), String>(())
        });
    }
}

impl Queue {
    /// Returns the reports of the last ten minutes that workers are not trusted, by name.
    ///
    /// # Errors
    ///
    /// The server does not answer.
    pub fn seen_distrusted(&self) -> Result<Vec<Distrusted>, QueueError> {
        let listed = self.reactor.wait(async {
            let mut seen = Vec::new();
            for subject in subjects(&self.workers, names::worker("*")).await?.into_keys() {
                if let Some(name) = subject.strip_prefix(&names::distrusted("")) {
                    seen.extend(self.distrust_of(name).await);
                }
            }
            Ok(seen)
        });
        listed.map_err(QueueError::of::<String>("list the distrusted workers"))
    }

    /// Returns the last report that a worker is not trusted, if there is one.
    pub(crate) async fn distrust_of(&self, worker: &str) -> Option<Distrusted> {
        let subject = names::distrusted(worker);
        let message = self.workers.get_last_raw_message_by_subject(&subject).await.ok()?;
        serde_json::from_slice(&message.payload).ok()
    }
}
