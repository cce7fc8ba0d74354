//! What pairs of games say about two players: a score with its interval, a difference in Elo, the
//! sequential test of whether a change is an improvement, and how long that test will go on.
//!
//! The two games of a pair share an opening, so they are not independent; pairs are. All of this
//! therefore counts pairs by their points ([`PairScores`]), as the test frameworks of chess engines
//! do, and never single games.

mod elo;
mod forecast;
mod likelihood;
mod pairs;
#[cfg(test)]
mod simulation;
mod sprt;

pub use elo::{Elo, Estimate, NormalizedElo};
pub use pairs::PairScores;
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError, UnknownEloModel};
