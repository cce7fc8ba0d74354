//! Options of `cargo cg workers`: the workers and plans of a queue.

use crate::format::Format;
use crate::queue::QueueOptions;

const EXAMPLES: &str = "\
Examples:
  cargo cg workers --queue nats://localhost:4222
  cargo cg workers --queue nats://localhost:4222 --json

Each worker reports every five seconds; one that is silent for ten minutes is not listed. Units \
that no worker has survived are listed by plan, and so are workers whose results were wrong in the \
last ten minutes.";

/// List the workers and the plans in progress of a queue
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Connection to the queue.
    #[command(flatten)]
    pub queue: QueueOptions,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
