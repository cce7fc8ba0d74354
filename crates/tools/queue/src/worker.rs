//! Worker's side of the queue: accepted plans, and units that are taken, played and answered.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_stream::StreamExt as _;

use crate::error::{QueueError, Silence, with_causes};
use crate::names;
use crate::payload::{pack, unpack};
use crate::plan::{Announcement, PlanId};
use crate::queue::Queue;

/// Plans that a worker has accepted.
pub struct Workplace {
    queue: Queue,
    name: String,
    accepted: BTreeMap<PlanId, Accepted>,
    /// Refused plans, with the time from which on they are considered again.
    refused: BTreeMap<PlanId, Option<Instant>>,
    /// Plan that is asked first for the next unit.
    turn: usize,
}

struct Accepted {
    announcement: Announcement,
    units: PullConsumer,
}

/// Reason why a worker does not accept a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It never will.
    Final(String),
    /// It may accept the plan a minute later.
    Passing(String),
    /// It accepts the plan when it plays no units: the user is not told.
    Busy,
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Final(why)
    }
}

/// Unit that a worker has taken. While it lives, the server is told that it is in progress.
pub struct Assignment {
    /// Plan of the unit.
    pub plan: PlanId,
    /// Number of the unit.
    pub number: usize,
    /// Content of the unit.
    pub content: Vec<u8>,
    queue: Queue,
    worker: String,
    message: Arc<Message>,
    /// Number of the message on the server, and number of its deliveries.
    sequence: u64,
    delivered: i64,
    tries: i64,
    _heartbeat: Heartbeat,
}

/// Task that tells the server again and again that a unit is in progress.
struct Heartbeat(JoinHandle<()>);

/// Time beyond the wait of a request after which no answer is awaited.
const GRACE: Duration = Duration::from_millis(1500);
/// Time after which a plan is considered again that was refused for a passing reason.
const AGAIN: Duration = Duration::from_secs(60);
/// Number of tries to acknowledge a unit whose result is stored.
const ACKNOWLEDGEMENTS: usize = 3;

impl Workplace {
    /// Returns a worker without plans. Names of workers are one word.
    #[must_use]
    pub fn new(queue: &Queue, name: &str) -> Workplace {
        let name = name.chars().map(|c| if names::is_plain(c) { c } else { '-' }).collect();
        let (accepted, refused) = (BTreeMap::new(), BTreeMap::new());
        Workplace { queue: queue.clone(), name, accepted, refused, turn: 0 }
    }

    /// Returns the name of the worker.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the list of plans. `accept` is asked about each new one, and may refuse it for a
    /// reason, which the user is told; it is asked again about passing reasons. Returns the
    /// accepted plans that have ended since the last call, or do not trust this worker.
    ///
    /// # Errors
    ///
    /// The server does not answer.
    pub fn refresh(
        &mut self,
        accept: &mut dyn FnMut(&PlanId, &Announcement) -> Result<(), Refusal>,
    ) -> Result<Vec<PlanId>, QueueError> {
        let listed = self.queue.reactor.wait(self.queue.listed_plans());
        let listed = listed.map_err(QueueError::of("list the plans"))?;
        let mut ended: Vec<PlanId> =
            self.accepted.keys().filter(|id| !listed.contains(*id)).cloned().collect();
        ended.extend(self.distrusting());
        for id in &ended {
            self.accepted.remove(id);
        }
        for id in listed {
            if self.accepted.contains_key(&id) || self.is_refused(&id) {
                continue;
            }
            let opened = self.queue.reactor.wait(open(&self.queue, &id));
            // A plan that has ended meanwhile is no longer listed next time.
            let Ok((text, units)) = opened else { continue };
            let announcement = serde_json::from_slice(&text)
                .map_err(|error| format!("its announcement is malformed: {error}").into());
            let accepted = announcement.and_then(|announcement: Announcement| {
                accept(&id, &announcement).map(|()| Accepted { announcement, units })
            });
            match accepted {
                Ok(accepted) => drop(self.accepted.insert(id, accepted)),
                Err(Refusal::Final(why)) => {
                    (self.queue.notes)(&format!("plan {id} is refused: {why}"));
                    self.refused.insert(id, None);
                }
                Err(Refusal::Passing(why)) => {
                    let seconds = AGAIN.as_secs();
                    let note = format!("plan {id} is refused for {seconds} s: {why}");
                    (self.queue.notes)(&note);
                    self.refused.insert(id, Some(Instant::now() + AGAIN));
                }
                Err(Refusal::Busy) => {}
            }
        }
        Ok(ended)
    }

    /// Returns whether a plan is refused now.
    fn is_refused(&self, id: &PlanId) -> bool {
        let until = self.refused.get(id);
        until.is_some_and(|until| until.is_none_or(|until| Instant::now() < until))
    }

    /// Returns the accepted plan that does not trust this worker any more, which is then refused.
    fn distrusting(&mut self) -> Option<PlanId> {
        let asked = async { Ok::<_, String>(self.queue.distrust_of(&self.name).await) };
        let report = self.queue.reactor.wait(asked).ok()??;
        let id = self.accepted.keys().find(|id| id.as_str() == report.plan)?.clone();
        (self.queue.notes)(&format!(
            "plan {id} does not trust this worker: its result of unit {} differs from the same \
             unit played by the match: check the memory and the compiler of this machine",
            report.unit
        ));
        self.refused.insert(id.clone(), None);
        Some(id)
    }

    pub(crate) fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Takes a unit of one of the accepted plans, which have turns. Returns `None` if there is
    /// none within `wait`.
    ///
    /// # Errors
    ///
    /// The server does not answer, or the plan has ended.
    pub fn pull(&mut self, wait: Duration) -> Result<Option<Assignment>, QueueError> {
        let count = self.accepted.len();
        self.turn += 1;
        let from = self.turn % count.max(1);
        let ids: Vec<PlanId> =
            self.accepted.keys().cycle().skip(from).take(count).cloned().collect();
        for id in &ids {
            if let Some(message) = self.message(id, None)? {
                return self.assignment(id, message);
            }
        }
        match ids.first() {
            Some(id) => match self.message(id, Some(wait))? {
                Some(message) => self.assignment(id, message),
                None => Ok(None),
            },
            None => {
                thread::sleep(wait);
                Ok(None)
            }
        }
    }

    /// Returns a unit of a plan, for which the server may wait.
    fn message(&self, id: &PlanId, wait: Option<Duration>) -> Result<Option<Message>, QueueError> {
        let Some(plan) = self.accepted.get(id) else { return Ok(None) };
        let pull = async {
            let units = match wait {
                Some(wait) => plan.units.batch().max_messages(1).expires(wait).messages().await,
                None => plan.units.fetch().max_messages(1).messages().await,
            };
            let mut units = units.map_err(|error| with_causes(&error))?;
            units.next().await.transpose().map_err(|error| error.to_string())
        };
        let most = wait.unwrap_or_default() + GRACE;
        let pulled = self.queue.reactor.wait(async {
            timeout(most, pull).await.unwrap_or_else(|_| Err(Silence(most).to_string()))
        });
        pulled.map_err(QueueError::of("hand out a unit"))
    }

    /// Returns the assignment of a message, or refuses a malformed one.
    fn assignment(
        &self,
        plan: &PlanId,
        message: Message,
    ) -> Result<Option<Assignment>, QueueError> {
        let Some(Accepted { announcement, .. }) = self.accepted.get(plan) else { return Ok(None) };
        let info = message.info().map_err(QueueError::of("describe a unit"))?;
        let (sequence, delivered) = (info.stream_sequence, info.delivered);
        let number = names::number_of(&message.subject).unwrap_or(usize::MAX);
        let content = unpack(&message.payload);
        let message = Arc::new(message);
        let interval = Duration::from_millis((announcement.ack_wait_ms / 3).max(1));
        let assignment = Assignment {
            plan: plan.clone(),
            number,
            content: Vec::new(),
            queue: self.queue.clone(),
            worker: self.name.clone(),
            sequence,
            delivered,
            tries: announcement.tries,
            _heartbeat: Heartbeat::start(&self.queue, &message, interval),
            message,
        };
        match content {
            Ok(content) => Ok(Some(Assignment { content, ..assignment })),
            Err(why) => {
                assignment.refuse(&format!("malformed unit: {why}"));
                Ok(None)
            }
        }
    }
}

impl Assignment {
    /// Stores the result of the unit on the server, and then acknowledges the unit. Waits for a
    /// server that does not answer, until `is_stopped`.
    pub fn finish(self, result: &[u8], is_stopped: &dyn Fn() -> bool) {
        let payload = pack(result);
        if let Err(error) = self.queue.check_size("the result", &payload) {
            return self.refuse(&error.to_string());
        }
        if self.publish(names::RESULT, &payload, is_stopped) {
            // Without it the unit comes again, and its result is ignored.
            let _ = self.queue.reactor.wait(async {
                for _ in 0..ACKNOWLEDGEMENTS {
                    if self.message.double_ack().await.is_ok() {
                        break;
                    }
                }
                Ok::<(), String>(())
            });
        }
    }

    /// Reports that the unit cannot be played here. Another worker tries it, unless it was the last
    /// try.
    pub fn fail(self, why: &str, is_stopped: &dyn Fn() -> bool) {
        if self.delivered >= self.tries {
            return self.refuse(why);
        }
        (self.queue.notes)(&format!("plan {}, unit {} failed: {why}", self.plan, self.number));
        self.publish(names::FAILURE, &pack(why.as_bytes()), is_stopped);
        let delay = Duration::from_secs(self.delivered.unsigned_abs());
        self.answer(AckKind::Nak(Some(delay)));
    }

    /// Reports that no worker can play the unit.
    pub fn refuse(self, why: &str) {
        (self.queue.notes)(&format!("plan {}, unit {} is refused: {why}", self.plan, self.number));
        self.publish(names::LAST_FAILURE, &pack(why.as_bytes()), &|| true);
        self.answer(AckKind::Term);
    }

    /// Gives the unit back, for another worker.
    pub fn give_back(self) {
        self.answer(AckKind::Nak(None));
    }

    /// Forgets a unit whose plan has ended.
    pub fn forget(self) {}

    /// Publishes a message about the unit. Returns whether it is stored.
    fn publish(&self, kind: &str, payload: &[u8], is_stopped: &dyn Fn() -> bool) -> bool {
        let Assignment { plan, number, sequence, delivered, .. } = self;
        // All results of one message are equal, all failures are different.
        let id = match kind {
            names::RESULT => format!("{}/{number}/{sequence}", plan.as_str()),
            _ => format!("{}/{number}/{sequence}/{delivered}", plan.as_str()),
        };
        let subject = names::result(plan.as_str(), &number.to_string());
        let stored = self.queue.persist("store a result", is_stopped, async || {
            let message = PublishMessage::build()
                .payload(payload.to_vec().into())
                .message_id(&id)
                .header(names::WORKER, self.worker.as_str())
                .header(names::KIND, kind);
            self.queue.publish(subject.clone(), message).await
        });
        stored.is_some()
    }

    fn answer(&self, answer: AckKind) {
        // An answer that is lost costs the time after which the unit is handed out again.
        let _ = self
            .queue
            .reactor
            .wait(async { self.message.ack_with(answer).await.map_err(|error| error.to_string()) });
    }
}

impl Heartbeat {
    fn start(queue: &Queue, message: &Arc<Message>, interval: Duration) -> Heartbeat {
        let message = Arc::clone(message);
        Heartbeat(queue.reactor.handle().spawn(async move {
            loop {
                sleep(interval).await;
                // A heartbeat that is lost costs at most a repetition of the unit.
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }))
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Returns the announcement of a plan and the consumer of its units.
async fn open(queue: &Queue, id: &PlanId) -> Result<(Vec<u8>, PullConsumer), String> {
    let text = queue.plans.get_last_raw_message_by_subject(&names::plan(id.as_str())).await;
    let text = text.map_err(|error| with_causes(&error))?.payload.to_vec();
    let units = queue.units.get_consumer(&names::consumer(id.as_str())).await;
    Ok((text, units.map_err(|error| error.to_string())?))
}
