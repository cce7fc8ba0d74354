//! Options of `cargo cg work`: a worker that plays units from a queue, or game pairs from standard
//! input.

use std::num::NonZeroUsize;

use crate::queue::QueueOptions;
use crate::values::{SandboxMode, positive, share};

const EXAMPLES: &str = "\
Examples:
  cargo cg work --queue nats://localhost:4222 --jobs 4
  cargo cg match breakthrough --p1 bundle --p2 uct --games 4 --units | cargo cg work

With --queue, the worker plays units of all plans on the queue until Ctrl-C, which gives the \
units in progress back. A plan whose rules, players or compiler differ from those here is \
refused, and so are players that are command lines, unless --allow-commands is given.

For games with a clock, the worker measures its speed and scales the clock by that of the match's \
machine. It refuses the plan if it has less than half of that speed, or is busy (--max-lost).

Without --queue, each input line is one game pair as a JSON object: the game, both players \
(source code, or commands of this machine), the opening, the seed and the limits. Each output \
line holds the two played games with their records.";

/// Play units from a queue, or game pairs that are read as JSON lines from standard input
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Sandbox of the programs that play
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub sandbox: SandboxMode,
    /// Connection to a queue.
    #[command(flatten)]
    pub queue: QueueOptions,
    /// Concurrency: number of units from the queue that are played at the same time
    #[arg(long, value_name = "N", default_value = "1", requires = "queue")]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub jobs: NonZeroUsize,
    /// Name of this worker in lists, one word [default: host name and process id]
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub name: Option<String>,
    /// Share of the time of this machine, from 0 to 1, that other programs may take in games with a
    /// clock
    #[arg(long, value_name = "FRACTION", default_value = "0.1", requires = "queue")]
    #[arg(value_parser = share)]
    pub max_lost: f64,
    /// Run command lines that a plan on the queue names as players
    #[arg(long, requires = "queue")]
    pub allow_commands: bool,
}
