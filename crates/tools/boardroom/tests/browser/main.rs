//! Tests of the page in a real browser.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/browser.rs"]
mod browser;

mod access;
mod driver;
mod picture;
mod play;
mod replays;
mod screenshots;
