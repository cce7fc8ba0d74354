//! Tests of the bundler's library and commands, in one test binary: each binary links the parser
//! and all other dependencies.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be set up has failed")]

mod action;
mod answers;
mod behaviour;
mod command;
mod corpus;
mod decisions;
mod endings;
mod graphs;
mod install;
mod meanings;
mod places;
mod popular;
mod procedural;
mod program;
mod refusals;
mod remarks;
mod report;
mod settings;
mod shortest;
mod snapshots;
mod support;
mod text;
mod verification;
