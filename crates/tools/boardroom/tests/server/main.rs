//! The server as its page and other programs see it.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod description;
mod load;
mod matches;
mod positions;
mod replays;
mod security;
mod tables;
