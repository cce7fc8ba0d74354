//! Connection to a queue, and its streams.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, message::PublishMessage};
use async_nats::{Client, ConnectError, ConnectErrorKind};
use tokio::time::sleep;

use crate::address::Address;
use crate::error::{QueueError, with_causes};
use crate::names;
use crate::reactor::Reactor;

/// Receiver of messages for the user, such as that the server does not answer.
pub type Notes = Arc<dyn Fn(&str) + Send + Sync>;

/// Connection to a queue. Clones share it.
#[derive(Clone)]
pub struct Queue {
    pub(crate) reactor: Reactor,
    pub(crate) context: Context,
    pub(crate) plans: Stream,
    pub(crate) units: Stream,
    pub(crate) results: Stream,
    pub(crate) given_up: Stream,
    pub(crate) workers: Stream,
    pub(crate) notes: Notes,
    client: Client,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

/// Time to wait for a reply of the server.
pub(crate) const REPLY: Duration = Duration::from_secs(5);
/// Pause after a request that has failed.
const PAUSE: Duration = Duration::from_millis(500);
/// Number of times that the creation of a stream is tried again.
const CREATIONS: usize = 4;
/// Time for which the server knows the ids of messages.
const DUPLICATES: Duration = Duration::from_secs(600);
/// Age at which plans, units and results that nobody collects are deleted.
const AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Age at which a worker that is silent is forgotten.
pub(crate) const WORKERS_AGE: Duration = Duration::from_secs(600);

impl Queue {
    /// Connects to the server, as `name` in its lists, and creates the streams that it lacks.
    ///
    /// # Errors
    ///
    /// The address is not protected, no server answers, it refuses the credentials, has no
    /// JetStream, or is used by another version.
    pub fn connect(address: &Address, name: &str, notes: Notes) -> Result<Queue, QueueError> {
        address.check()?;
        let reactor = Reactor::start().map_err(QueueError::of("start a thread"))?;
        let options = address.options()?.name(name);
        let connected = reactor.wait(async {
            let client = options.connect(address.server()).await;
            let client = client.map_err(|error| failed_to_connect(address, &error))?;
            let context = ContextBuilder::new().timeout(REPLY).ack_timeout(REPLY);
            let context = context.build(client.clone());
            let mut streams = Vec::new();
            for config in configs() {
                streams.push(stream(&context, config, address).await?);
            }
            Ok::<_, QueueError>((client, context, streams))
        });
        let (client, context, streams) = connected?;
        let [plans, units, results, given_up, workers] = streams.try_into().map_err(|_| {
            QueueError::Server { action: "open its streams", why: "some are missing".to_owned() }
        })?;
        Ok(Queue { reactor, context, plans, units, results, given_up, workers, notes, client })
    }

    /// Repeats a request until it succeeds. Returns `None` if `is_stopped` does. The user is told
    /// once that the server does not do it, and once that it does again.
    pub(crate) fn persist<T>(
        &self,
        action: &str,
        is_stopped: &dyn Fn() -> bool,
        mut request: impl AsyncFnMut() -> Result<T, String>,
    ) -> Option<T> {
        let mut has_failed = false;
        loop {
            match self.reactor.wait(request()) {
                Ok(done) => {
                    if has_failed {
                        (self.notes)("the queue answers again");
                    }
                    return Some(done);
                }
                Err(error) if !has_failed => {
                    has_failed = true;
                    (self.notes)(&format!("the queue does not {action}, trying again: {error}"));
                }
                Err(_) => {}
            }
            if is_stopped() {
                return None;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Checks that a message has room for a payload.
    pub(crate) fn check_size(&self, what: &str, payload: &[u8]) -> Result<(), QueueError> {
        /// Bytes of subject and headers.
        const HEAD: usize = 1024;
        let limit = self.client.max_payload();
        let size = payload.len() + HEAD;
        if limit > 0 && size > limit {
            return Err(QueueError::TooLarge { what: what.to_owned(), size, limit });
        }
        Ok(())
    }

    /// Publishes a message and waits until the server has stored it.
    pub(crate) async fn publish(
        &self,
        subject: String,
        message: PublishMessage,
    ) -> Result<u64, String> {
        let sent = self.context.send_publish(subject, message).await;
        let stored = sent.map_err(|error| with_causes(&error))?.await;
        Ok(stored.map_err(|error| with_causes(&error))?.sequence)
    }
}

/// Returns the configurations of the streams, in the order of the fields of [`Queue`].
fn configs() -> [Config; 5] {
    let config = |name: &str, subject: String, retention: RetentionPolicy| Config {
        name: name.to_owned(),
        subjects: vec![subject],
        retention,
        max_age: AGE,
        duplicate_window: DUPLICATES,
        description: Some(names::description()),
        ..Config::default()
    };
    let last = |config: Config| Config { max_messages_per_subject: 1, ..config };
    let workers = config(names::WORKERS, names::worker("*"), RetentionPolicy::Limits);
    let given_up = format!("{}.*", names::ADVISORIES);
    [
        last(config(names::PLANS, names::plan("*"), RetentionPolicy::Limits)),
        config(names::UNITS, names::unit("*", "*"), RetentionPolicy::WorkQueue),
        config(names::RESULTS, names::result("*", "*"), RetentionPolicy::WorkQueue),
        config(names::GIVEN_UP, given_up, RetentionPolicy::Limits),
        last(Config { max_age: WORKERS_AGE, duplicate_window: WORKERS_AGE, ..workers }),
    ]
}

/// Opens or creates a stream or a store. Where two processes create it at the same time, the server
/// may refuse one of them, which finds it when it tries again.
pub(crate) async fn create<T, E>(mut create: impl AsyncFnMut() -> Result<T, E>) -> Result<T, E> {
    for _ in 0..CREATIONS {
        if let Ok(created) = create().await {
            return Ok(created);
        }
        sleep(PAUSE).await;
    }
    create().await
}

/// Opens or creates a stream, and checks that it is of this version.
async fn stream(
    context: &Context,
    config: Config,
    address: &Address,
) -> Result<Stream, QueueError> {
    let created = create(async || context.get_or_create_stream(&config).await).await;
    let stream = created.map_err(|error| QueueError::NoJetStream {
        address: address.to_string(),
        why: with_causes(&error),
    })?;
    let found = stream.cached_info().config.description.clone().unwrap_or_default();
    match found == names::description() {
        true => Ok(stream),
        false => Err(QueueError::Version { address: address.to_string(), found }),
    }
}

fn failed_to_connect(address: &Address, error: &ConnectError) -> QueueError {
    let address = address.to_string();
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::Credentials { address }
        }
        _ => QueueError::NoServer { address, why: with_causes(error) },
    }
}
