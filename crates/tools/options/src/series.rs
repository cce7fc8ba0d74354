//! Options of all matches with a planned length or a sequential test: `match`, `sprt` and
//! `tournament`.

use std::path::PathBuf;

use crate::conditions::Conditions;
use crate::format::Format;
use crate::queue::QueuedPlan;

/// Options of a match and of its output.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Conditions of the games, and the store.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Queue of the game pairs.
    #[command(flatten)]
    pub queued: QueuedPlan,
    /// On a queue, play games with a clock by the limits of the match on every machine, however
    /// fast or busy it is
    #[arg(long, requires = "queue")]
    pub no_scale: bool,
    /// Resume a stored match: the match with this ID, or the newest one
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["game", "nodes", "seed", "margin", "opening_plies", "book"])]
    #[arg(conflicts_with_all = ["positions", "referee"])]
    pub resume: Option<Option<i64>>,
    /// Name of the match in `cargo cg history`
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub name: Option<String>,
    /// Write all games to a file in the record format of the official referees; compressed with
    /// gzip if the name ends in `.gz`
    #[arg(long, value_name = "FILE.jsonl[.gz]")]
    pub record: Option<PathBuf>,
    /// Write the results as one HTML page, like `cargo cg report`
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Play nothing: print the game pairs as input of `cargo cg work`
    #[arg(long, conflicts_with_all = ["resume", "record", "report", "json", "csv", "queue"])]
    pub units: bool,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
