//! Options for matches of a fixed length or with a sequential test.

use std::path::PathBuf;

use crate::conditions::Conditions;

/// How a match of a fixed form is played, and what is written of it.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Conditions of the games, and the store.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Go on with a match of the store: this one, or the newest
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["game", "nodes", "seed", "margin", "opening_plies", "book"])]
    pub resume: Option<Option<i64>>,
    /// Write all games to a file as the official referees record them, compressed if it ends in
    /// `.gz`
    #[arg(long, value_name = "FILE.jsonl[.gz]")]
    pub record: Option<PathBuf>,
    /// Write a report as one page
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Print the pairs of games for `cargo cg work` in place of playing them
    #[arg(long, conflicts_with_all = ["resume", "record", "report", "json"])]
    pub units: bool,
    /// Print one JSON object; an infinite Elo difference is null in it
    #[arg(long)]
    pub json: bool,
}
