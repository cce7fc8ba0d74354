//! Learns the weights of a bot's evaluation from games of the bot against itself.
//!
//! Two ways lead there. [`Fit`] plays games, and finds the weights with which the evaluation of
//! their positions predicts best how the search judged them and how the games ended: logistic
//! regression. [`Climb`] plays small changes of all weights at once against their opposites, and
//! follows the winner: simultaneous perturbation. The first takes minutes; the second takes longer
//! and optimises what counts.
//!
//! Both give the same weights again from the same options, on any number of cores.

mod climb;
mod fit;
mod games;
mod logistic;
mod rows;
mod self_play;
mod source;
mod student;

pub use climb::{Climb, Climbed};
pub use fit::{Fit, Fitted, Worth};
pub use games::students;
pub use logistic::FitError;
pub use self_play::SelfPlay;
pub use source::{SourceError, rewrite};
pub use student::{Named, Student};
