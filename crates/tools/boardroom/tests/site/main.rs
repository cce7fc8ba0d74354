//! Tests of the site without a server, which `cargo cg site` writes, in a real browser.
//!
//! The rules and bots are compiled once, in the profile of the tests.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/browser.rs"]
mod browser;

#[path = "../support/static_host.rs"]
mod static_host;

mod analysis;
mod folder;
mod play;
mod replays;
mod site;
