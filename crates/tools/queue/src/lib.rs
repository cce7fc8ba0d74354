//! Units of work on many machines, over NATS JetStream.
//!
//! A plan is a numbered list of units. The process that has the plan puts the units on a [`Queue`]
//! and counts the results in the order of the units ([`collect`]). A worker on any machine
//! takes units of the plans that it accepts ([`Workplace`]). Whatever dies on the way, each unit
//! counts once: a unit that is not acknowledged is delivered again, a result is acknowledged after
//! it is stored, and a result that comes twice is ignored the second time.
//!
//! The client is asynchronous and runs on a thread of its own; all functions here block.

mod address;
mod collect;
mod distrust;
mod error;
mod names;
mod objects;
mod payload;
mod plan;
mod presence;
mod progress;
mod queue;
mod reactor;
mod server;
mod submission;
mod unit_source;
mod worker;

pub use address::Address;
pub use collect::{Collecting, Ended, collect};
pub use distrust::Distrusted;
pub use error::QueueError;
pub use objects::object_name;
pub use plan::{Announcement, PlanId};
pub use presence::{SeenPlan, SeenWorker, WorkerStatus};
pub use progress::Progress;
pub use queue::{Notes, Queue};
pub use server::{Server, ServerOptions};
pub use unit_source::{Replay, UnitSource};
pub use worker::{Assignment, Refusal, Workplace};
