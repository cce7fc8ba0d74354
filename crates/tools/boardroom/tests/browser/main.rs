//! Tests of the page in a real browser.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/browser.rs"]
mod browser;

#[path = "../support/player.rs"]
mod player;

#[path = "../support/matches.rs"]
mod match_maker;

#[path = "../support/reviews.rs"]
mod reviews;

#[path = "../support/reports.rs"]
mod reports;

mod access;
mod driver;
mod editor;
mod game_analysis;
mod home;
mod layout;
mod matches;
mod openings;
mod picture;
mod play;
mod replays;
mod reviewed_games;
mod screenshots;
mod workers;
