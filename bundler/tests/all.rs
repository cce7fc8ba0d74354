//! Tests of the bundler through its library and its commands, as one program: each program links
//! the parser and all that it needs.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be set up has failed")]

mod behaviour;
mod command;
mod corpus;
mod endings;
mod graphs;
mod install;
mod places;
mod popular;
mod procedural;
mod program;
mod refusals;
mod report;
mod snapshots;
mod support;
mod text;
mod verification;
