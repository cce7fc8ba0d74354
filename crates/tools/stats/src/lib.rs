//! Statistics of game pairs between two players: score and interval, Elo difference, the sequential
//! probability ratio test (SPRT), a forecast of its length, and a chi-square test of workers.
//!
//! The two games of a pair share an opening, so they are not independent. Different pairs are
//! independent. All statistics therefore count pairs by their points (pentanomial
//! [`PairScores`]), as the test frameworks of chess engines do, and never single games.

mod elo;
mod forecast;
mod homogeneity;
mod likelihood;
mod pairs;
#[cfg(test)]
mod simulation;
mod sprt;

pub use elo::{Elo, Estimate, NormalizedElo};
pub use homogeneity::ChiSquare;
pub use pairs::PairScores;
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError, UnknownEloModel};
