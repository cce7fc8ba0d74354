//! Replay, play and analyse games in the browser.
//!
//! [`replay`] converts a record into frames for the page, and [`match_report`] reads the results of
//! a match. [`single_page`] and [`report_page`] write them into one HTML file with the page, which
//! opens from disk. [`Server`] serves the embedded page, and a JSON API under `/api`.
//!
//! This crate names no game. The registry knows their boards and bots; the page contains no rules.

mod api;
mod assets;
mod cli;
mod drawing;
mod engines;
mod figures;
mod info;
mod inline;
mod limits;
mod matches;
mod openings;
mod page;
mod random;
mod record;
mod record_cache;
mod replay;
mod server;
mod session;
mod session_file;
mod sessions;
mod words;
mod worker_list;

pub use api::{Hosts, Settings};
pub use assets::asset_sizes;
pub use cli::run;
pub use drawing::{DrawingError, Look, View, animation, board};
pub use info::GameInfo;
pub use limits::Limits;
pub use matches::{MatchReport, match_report};
pub use page::{PageError, report_page, single_page};
pub use record_cache::{RecordFileError, read_records};
pub use replay::{Replay, ReplayError, ReplayPly, ReplaySummary, replay, summary};
pub use server::Server;
