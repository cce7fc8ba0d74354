//! The server as its page and other programs see it.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/matches.rs"]
mod match_maker;

mod analysis;
mod command_line;
mod description;
mod load;
mod matches;
mod positions;
mod replays;
mod security;
mod tables;
