//! Names of the streams and subjects on the server.

/// Version of the subjects and messages. Programs of different versions do not share a queue.
pub(crate) const PROTOCOL: u32 = 1;

/// Stream of plans: one message for each plan in progress.
pub(crate) const PLANS: &str = "cg-plans";
/// Stream of units that wait or are being played.
pub(crate) const UNITS: &str = "cg-units";
/// Stream of results that have not been counted.
pub(crate) const RESULTS: &str = "cg-results";
/// Stream of the server's advisories about units that it has given up.
pub(crate) const GIVEN_UP: &str = "cg-given-up";
/// Stream of the last sign of life of each worker.
pub(crate) const WORKERS: &str = "cg-workers";
/// Object store of sources and networks.
pub(crate) const OBJECTS: &str = "cg-objects";

/// Subjects of the server's advisories about given-up units.
pub(crate) const ADVISORIES: &str = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.cg-units";

/// Header of results: name of the worker.
pub(crate) const WORKER: &str = "Cg-Worker";
/// Header of results: kind of the message.
pub(crate) const KIND: &str = "Cg-Kind";
/// Kinds of a message in the stream of results.
pub(crate) const RESULT: &str = "result";
pub(crate) const FAILURE: &str = "failure";
pub(crate) const LAST_FAILURE: &str = "last-failure";

/// Beginning of the last word of the subject of a report that a worker is not trusted.
pub(crate) const DISTRUSTED: &str = "distrusted:";

/// Returns the description by which the streams of this version are known.
pub(crate) fn description() -> String {
    format!("cargo cg, protocol {PROTOCOL}")
}

/// Returns the subject of a plan.
pub(crate) fn plan(plan: &str) -> String {
    format!("cg.plans.{plan}")
}

/// Returns the subject of a unit, or of all units of a plan if `number` is `*`.
pub(crate) fn unit(plan: &str, number: &str) -> String {
    format!("cg.units.{plan}.{number}")
}

/// Returns the subject of a result, or of all results of a plan if `number` is `*`.
pub(crate) fn result(plan: &str, number: &str) -> String {
    format!("cg.results.{plan}.{number}")
}

/// Returns the subject of a worker.
pub(crate) fn worker(name: &str) -> String {
    format!("cg.workers.{name}")
}

/// Returns whether a text is the name of a worker: one word.
pub(crate) fn is_worker(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain)
}

/// Returns whether names of workers may hold a character.
pub(crate) fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns the subject of the last report that a worker is not trusted. Names of workers have no
/// colon.
pub(crate) fn distrusted(name: &str) -> String {
    worker(&format!("{DISTRUSTED}{name}"))
}

/// Returns the subject of the last report of a plan's progress. Names of workers have no colon.
pub(crate) fn progress(plan: &str) -> String {
    worker(&format!("progress:{plan}"))
}

/// Returns the name of the consumer of a plan's units or results.
pub(crate) fn consumer(plan: &str) -> String {
    format!("plan-{plan}")
}

/// Returns the number at the end of the subject of a unit or result.
pub(crate) fn number_of(subject: &str) -> Option<usize> {
    subject.rsplit('.').next()?.parse().ok()
}
