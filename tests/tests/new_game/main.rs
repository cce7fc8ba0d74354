//! New games: `cargo cg new` writes a game that every tool supports, or nothing.
//!
//! A game of each kind is written into a copy of the workspace, and into a workspace of their own,
//! where every tool is tried: it does not wait for the other games to compile. The build output of
//! both begins with hard links to that of the tests, so that cargo compiles no dependency again.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod build_output;
mod git;
mod inside;
mod matches;
mod outside;
mod page;
mod refusals;
mod skeletons;
mod workspace;

#[path = "../../../crates/tools/boardroom/tests/support/mod.rs"]
mod support;

#[path = "../../../crates/tools/boardroom/tests/support/browser.rs"]
mod browser;

#[path = "../../../crates/tools/boardroom/tests/support/player.rs"]
mod player;
