//! Replay, play and analyse games in the browser.
//!
//! [`replay`] converts a record into frames for the page, and [`match_report`] reads the results of
//! a match. [`single_page`] and [`report_page`] write them into one HTML file with the page, which
//! opens from disk. [`Server`] serves the embedded page, and a JSON API under `/api`. The crate
//! `room` does what needs no server; `cargo cg site` compiles it for the browser.
//!
//! This crate names no game. The registry knows their boards and bots; the page contains no rules.

mod api;
mod assets;
mod cli;
mod drawing;
mod engines;
mod figures;
mod inline;
mod limits;
mod live_session;
mod matches;
mod openings;
mod page;
mod record_cache;
mod reviewed;
mod server;
mod session_file;
mod sessions;
mod site;
mod worker_list;

/// Allocator of the server. Each search has a table of megabytes, and the system's allocator
/// (glibc) keeps those that threads have given back. Sanitizers know the system's only.
#[cfg(not(sanitized))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use api::{Hosts, Settings};
pub use assets::asset_sizes;
pub use cli::run;
pub use drawing::{DrawingError, Look, View, animation, board};
pub use limits::Limits;
pub use matches::{MatchReport, match_report};
pub use page::{PageError, report_page, single_page};
pub use room::{
    GameInfo, RecordFileError, Replay, ReplayError, ReplayPly, ReplaySummary, read_records, replay,
    summary,
};
pub use server::Server;
