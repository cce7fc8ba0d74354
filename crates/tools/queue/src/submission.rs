//! Plan that this process has put on the queue: its units go out, its results come in.

use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull::{Batch, Config};
use async_nats::jetstream::consumer::{AckPolicy, Consumer, PullConsumer};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use serde::Deserialize;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use crate::error::{QueueError, with_causes};
use crate::names;
use crate::payload::{pack, unpack};
use crate::plan::{Announcement, PlanId};
use crate::queue::{Queue, REPLY};

/// Plan on the queue.
pub(crate) struct Submission {
    queue: Queue,
    id: PlanId,
    /// Distinguishes the messages of this run from those of an earlier one.
    run: String,
    results: PullConsumer,
    given_up: PullConsumer,
    incoming: Option<Batch>,
}

/// Message about a unit.
pub(crate) enum Event {
    /// A worker has played the unit.
    Result { number: usize, worker: String, content: Vec<u8>, receipt: Receipt },
    /// A worker could not play the unit.
    Failure { number: usize, worker: String, why: String, is_last: bool },
    /// A message is none of these.
    Malformed { number: Option<usize>, why: String },
}

/// Right to delete a result from the queue, once it has been stored.
pub(crate) struct Receipt(Box<Message>);

/// Advisory of the server about a unit that was delivered too often.
#[derive(Deserialize)]
struct Advisory {
    stream_seq: u64,
}

/// Time after which results that were not stored are delivered again.
const RESULT_WAIT: Duration = Duration::from_secs(600);
/// Time that one request for results waits.
const POLL: Duration = Duration::from_secs(2);
/// Number of results in one request.
const BATCH: usize = 256;
/// Number of units that are sent before the first acknowledgement is awaited.
const SENT_AT_ONCE: usize = 256;

impl Submission {
    /// Announces a plan. Units of an earlier run of the same plan are removed, and its results
    /// are kept.
    pub(crate) fn open(
        queue: &Queue,
        id: &PlanId,
        announcement: &Announcement,
    ) -> Result<Submission, QueueError> {
        let plan = id.as_str();
        let failed = |error: String| QueueError::Server { action: "take the plan", why: error };
        let text = serde_json::to_vec(announcement).map_err(|error| failed(error.to_string()))?;
        queue.check_size("the announcement of the plan", &text)?;
        let units = Config {
            ack_wait: Duration::from_millis(announcement.ack_wait_ms),
            max_deliver: announcement.tries,
            ..config(plan, names::unit(plan, "*"))
        };
        let results = Config { ack_wait: RESULT_WAIT, ..config(plan, names::result(plan, "*")) };
        let advisories = format!("{}.{}", names::ADVISORIES, names::consumer(plan));
        let opened = queue.reactor.wait(async {
            let purged = queue.units.purge().filter(names::unit(plan, "*")).await;
            purged.map_err(|error| with_causes(&error))?;
            let purged = queue.given_up.purge().filter(advisories.clone()).await;
            purged.map_err(|error| with_causes(&error))?;
            renew(&queue.units, plan, units).await?;
            let results = renew(&queue.results, plan, results).await?;
            let given_up = renew(&queue.given_up, plan, config(plan, advisories)).await?;
            let message = PublishMessage::build().payload(text.into());
            let run = queue.publish(names::plan(plan), message).await?;
            Ok((results, given_up, run.to_string()))
        });
        let (results, given_up, run) = opened.map_err(failed)?;
        Ok(Submission {
            queue: queue.clone(),
            id: id.clone(),
            run,
            results,
            given_up,
            incoming: None,
        })
    }

    pub(crate) fn queue(&self) -> &Queue {
        &self.queue
    }

    pub(crate) fn id(&self) -> &PlanId {
        &self.id
    }

    /// Returns the number of results that an earlier run of the plan has left.
    pub(crate) fn waiting(&self) -> u64 {
        self.results.cached_info().num_pending
    }

    /// Publishes units and waits until the server has stored them. `attempt` counts the times that
    /// a unit is published. Returns `false` if it was stopped before.
    pub(crate) fn publish(
        &self,
        units: &[(usize, Vec<u8>)],
        attempt: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<bool, QueueError> {
        for units in units.chunks(SENT_AT_ONCE) {
            let mut messages = Vec::new();
            for (number, unit) in units {
                let payload = pack(unit);
                self.queue.check_size(&format!("unit {number}"), &payload)?;
                messages.push((number.to_string(), payload));
            }
            let all_sent = self.queue.persist("store units", is_stopped, async || {
                let mut stored = Vec::new();
                for (number, payload) in &messages {
                    let id = format!("{}/{}/{number}/{attempt}", self.id.as_str(), self.run);
                    let message = PublishMessage::build().payload(payload.clone().into());
                    let subject = names::unit(self.id.as_str(), number);
                    let sent =
                        self.queue.context.send_publish(subject, message.message_id(id)).await;
                    stored.push(sent.map_err(|error| with_causes(&error))?);
                }
                for stored in stored {
                    stored.await.map_err(|error| with_causes(&error))?;
                }
                Ok::<_, String>(())
            });
            if all_sent.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the next message about a unit, or `None` if there is none within `wait`.
    pub(crate) fn next_event(&mut self, wait: Duration) -> Result<Option<Event>, String> {
        let incoming = match self.incoming.take() {
            Some(incoming) => Ok(incoming),
            None => {
                let batch = self.results.batch().max_messages(BATCH).expires(POLL);
                self.queue
                    .reactor
                    .wait(async { batch.messages().await.map_err(|error| with_causes(&error)) })
            }
        };
        let mut incoming = incoming?;
        let next = self
            .queue
            .reactor
            .wait(async { Ok::<_, String>(timeout(wait, incoming.next()).await) })?;
        match next {
            Err(_) => {
                self.incoming = Some(incoming);
                Ok(None)
            }
            Ok(Some(Ok(message))) => {
                self.incoming = Some(incoming);
                Ok(Some(self.event(message)))
            }
            Ok(Some(Err(error))) => Err(error.to_string()),
            Ok(None) => Ok(None),
        }
    }

    /// Returns the event that a message reports. All messages but results are acknowledged.
    fn event(&self, message: Message) -> Event {
        let header = |name| {
            let value = message.headers.as_ref().and_then(|headers: &HeaderMap| headers.get(name));
            value.map_or(String::new(), ToString::to_string)
        };
        let (worker, kind) = (header(names::WORKER), header(names::KIND));
        let number = names::number_of(&message.subject);
        let event = match (number, unpack(&message.payload)) {
            (Some(number), Ok(content)) if kind == names::RESULT => {
                return Event::Result {
                    number,
                    worker,
                    content,
                    receipt: Receipt(Box::new(message)),
                };
            }
            (Some(number), Ok(content))
                if kind == names::FAILURE || kind == names::LAST_FAILURE =>
            {
                let why = String::from_utf8_lossy(&content).into_owned();
                Event::Failure { number, worker, why, is_last: kind == names::LAST_FAILURE }
            }
            (number, Ok(_)) => Event::Malformed { number, why: "it has no kind".to_owned() },
            (number, Err(why)) => Event::Malformed { number, why },
        };
        self.acknowledge(&Receipt(Box::new(message)));
        event
    }

    /// Deletes a result from the queue, after it has been stored. A message that is lost on the way
    /// costs a repetition of the result.
    pub(crate) fn acknowledge(&self, receipt: &Receipt) {
        let _ = self
            .queue
            .reactor
            .wait(async { receipt.0.ack().await.map_err(|error| error.to_string()) });
    }

    /// Returns the units that the server has given up since the last call, because workers that
    /// took them have not been heard of again.
    pub(crate) fn given_up(&self) -> Result<Vec<usize>, String> {
        self.queue.reactor.wait(async {
            let mut numbers = Vec::new();
            let advisories = self.given_up.fetch().max_messages(BATCH).messages().await;
            let mut advisories = advisories.map_err(|error| with_causes(&error))?;
            // A reply that is lost when the server dies is not awaited.
            while let Ok(Some(Ok(message))) = timeout(REPLY, advisories.next()).await {
                let advisory: Result<Advisory, _> = serde_json::from_slice(&message.payload);
                if let Ok(advisory) = advisory
                    && let Ok(unit) = self.queue.units.get_raw_message(advisory.stream_seq).await
                {
                    numbers.extend(names::number_of(&unit.subject));
                }
                // An advisory that comes again is about a unit that is known to be given up.
                let _ = message.ack().await;
            }
            Ok(numbers)
        })
    }

    /// Ends the plan: workers stop its units, and nothing of it stays on the server, but for the
    /// results that were not counted if `keep_results` is set.
    pub(crate) fn close(self, keep_results: bool) {
        let Submission { queue, id, .. } = &self;
        let plan = id.as_str();
        let consumer = names::consumer(plan);
        // What cannot be removed now is removed by its age.
        let _ = queue.reactor.wait(async {
            let _ = queue.plans.purge().filter(names::plan(plan)).await;
            let _ = queue.units.delete_consumer(&consumer).await;
            let _ = queue.units.purge().filter(names::unit(plan, "*")).await;
            let _ = queue.results.delete_consumer(&consumer).await;
            let _ = queue.given_up.delete_consumer(&consumer).await;
            if !keep_results {
                let _ = queue.results.purge().filter(names::result(plan, "*")).await;
            }
            Ok::<(), String>(())
        });
    }
}

/// Returns the configuration of a consumer of the messages with `subject`.
fn config(plan: &str, subject: String) -> Config {
    Config {
        durable_name: Some(names::consumer(plan)),
        filter_subject: subject,
        ack_policy: AckPolicy::Explicit,
        // All units may be in work at the same time.
        max_ack_pending: -1,
        ..Config::default()
    }
}

/// Replaces the consumer of an earlier run by a new one, to which all messages are delivered.
async fn renew(stream: &Stream, plan: &str, config: Config) -> Result<Consumer<Config>, String> {
    // There is none, unless an earlier run was killed.
    let _ = stream.delete_consumer(&names::consumer(plan)).await;
    stream.create_consumer(config).await.map_err(|error| with_causes(&error))
}
