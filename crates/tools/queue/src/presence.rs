//! Workers that a queue has seen, and units that it has given up.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

use async_nats::jetstream::stream::Stream;
use serde::{Deserialize, Serialize};
use tokio_stream::StreamExt as _;

use crate::error::{QueueError, with_causes};
use crate::names;
use crate::plan::{Announcement, PlanId};
use crate::progress::Progress;
use crate::queue::Queue;
use crate::worker::Workplace;

/// State of a worker, as it reports it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Name of the worker.
    pub name: String,
    /// Version of its program.
    pub version: String,
    /// Number of units that it plays at the same time.
    pub jobs: usize,
    /// Number of units that it has played.
    pub done: u64,
    /// Number of units that it plays now.
    pub in_flight: u64,
    /// Number of units that it could not play.
    pub failed: u64,
    /// Units per second since its start.
    pub units_per_second: f64,
}

/// Worker on the list of a queue.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenWorker {
    /// Its last report.
    pub status: WorkerStatus,
    /// Time since its last report.
    pub age: Duration,
}

/// Plan in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct SeenPlan {
    /// First digits of its identity.
    pub id: String,
    /// Description for people.
    pub title: String,
    /// Number of units that wait for a worker.
    pub waiting: u64,
    /// Number of units that are being played.
    pub in_flight: usize,
    /// Its last report of the last ten minutes.
    pub progress: Option<Progress>,
}

impl Workplace {
    /// Reports the state of the worker. A report that is lost is replaced by the next one.
    pub fn report(&self, status: &WorkerStatus) {
        let Ok(text) = serde_json::to_vec(status) else { return };
        let subject = names::worker(&status.name);
        let _ = self.queue().reactor.wait(async {
            // The acknowledgement is not awaited: reports never hold up units.
            drop(self.queue().context.publish(subject, text.into()).await);
            Ok::<(), String>(())
        });
    }
}

impl Queue {
    /// Returns the workers that have reported in the last ten minutes, by name.
    ///
    /// # Errors
    ///
    /// The server does not answer.
    pub fn seen_workers(&self) -> Result<Vec<SeenWorker>, QueueError> {
        let listed = self.reactor.wait(async {
            let mut seen = Vec::new();
            for subject in subjects(&self.workers, names::worker("*")).await?.into_keys() {
                // The report may have expired meanwhile.
                let last = self.workers.get_last_raw_message_by_subject(&subject).await;
                let Ok(message) = last else { continue };
                let age = SystemTime::now().duration_since(message.time.into()).unwrap_or_default();
                // A report of another version or kind is left out.
                if let Ok(status) = serde_json::from_slice(&message.payload) {
                    seen.push(SeenWorker { status, age });
                }
            }
            Ok(seen)
        });
        let mut seen: Vec<SeenWorker> =
            listed.map_err(QueueError::of::<String>("list the workers"))?;
        seen.sort_by(|one, other| one.status.name.cmp(&other.status.name));
        Ok(seen)
    }

    /// Returns the plans in progress.
    ///
    /// # Errors
    ///
    /// The server does not answer.
    pub fn seen_plans(&self) -> Result<Vec<SeenPlan>, QueueError> {
        let listed = self.reactor.wait(async {
            let mut plans = Vec::new();
            for id in self.listed_plans().await? {
                let consumer = names::consumer(id.as_str());
                // The plan may have ended meanwhile.
                let Ok(units) = self.units.consumer_info(&consumer).await else { continue };
                let subject = names::plan(id.as_str());
                let Ok(text) = self.plans.get_last_raw_message_by_subject(&subject).await else {
                    continue;
                };
                let announcement: Result<Announcement, _> = serde_json::from_slice(&text.payload);
                let Ok(Announcement { title, .. }) = announcement else { continue };
                plans.push(SeenPlan {
                    id: id.to_string(),
                    title,
                    waiting: units.num_pending,
                    in_flight: units.num_ack_pending,
                    progress: self.progress_of(id.as_str()).await,
                });
            }
            Ok(plans)
        });
        listed.map_err(QueueError::of::<String>("list the plans"))
    }

    /// Returns how many units the server has given up, by the first digits of their plans.
    ///
    /// # Errors
    ///
    /// The server does not answer.
    pub fn seen_given_up(&self) -> Result<BTreeMap<String, u64>, QueueError> {
        let subject = format!("{}.*", names::ADVISORIES);
        let listed = self.reactor.wait(subjects(&self.given_up, subject));
        let listed = listed.map_err(QueueError::of("list the given-up units"))?;
        let counts = listed.into_iter().filter_map(|(subject, count)| {
            let id = PlanId::in_subject(&subject.replace("plan-", ""))?;
            Some((id.to_string(), count as u64))
        });
        Ok(counts.collect())
    }

    /// Returns the plans on the server.
    pub(crate) async fn listed_plans(&self) -> Result<BTreeSet<PlanId>, String> {
        let listed = subjects(&self.plans, names::plan("*")).await?;
        Ok(listed.keys().filter_map(|subject| PlanId::in_subject(subject)).collect())
    }
}

/// Returns the subjects of a stream, with their numbers of messages.
pub(crate) async fn subjects(
    stream: &Stream,
    filter: String,
) -> Result<BTreeMap<String, usize>, String> {
    let listed = stream.info_with_subjects(filter).await;
    let mut listed = listed.map_err(|error| with_causes(&error))?;
    let mut subjects = BTreeMap::new();
    while let Some(subject) = listed.next().await {
        let (subject, count) = subject.map_err(|error| with_causes(&error))?;
        subjects.insert(subject, count);
    }
    Ok(subjects)
}
