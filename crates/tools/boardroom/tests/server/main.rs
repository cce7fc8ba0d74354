//! Tests of the server by HTTP requests, and of the command line.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/matches.rs"]
mod match_maker;

#[path = "../support/reviews.rs"]
mod reviews;

mod analysis;
mod command_line;
mod description;
mod game_analysis;
mod hostile_requests;
mod load;
mod matches;
mod openings;
mod positions;
mod process;
mod replays;
mod review_command;
mod security;
mod sessions;
mod workers;
