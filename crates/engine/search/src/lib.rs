//! Alpha-beta search for any two-player game of perfect information in which the players move in
//! turn.
//!
//! A game's engine implements three traits on one type: [`Evaluate`] (what a position is worth),
//! [`MoveOrder`] (which moves to try first) and [`Tactics`] (what is certain without search, and
//! which moves need looking at). [`Searcher`] does the rest, compiled for that engine alone.
//!
//! The search is a fail-soft principal variation search (Marsland and Campbell, 1982) with
//! iterative deepening. Scores beyond [`score::PROVEN`] are results of the game, not opinions: they
//! are never taken from a list of moves that was pruned.
//!
//! With the feature `simultaneous moves` both players may choose at once now and then: a [`SimultaneousMove`] is solved as
//! a matrix game.

mod bench;
#[cfg(any(test, feature = "host"))]
mod best_first;
mod engine;
mod history;
mod limits;
#[cfg(feature = "simultaneous")]
pub mod matrix;
mod move_stack;
mod node;
mod params;
mod quiescence;
mod root;
pub mod score;
mod searcher;
#[cfg(feature = "simultaneous")]
mod simultaneous;
mod table;
#[cfg(any(test, feature = "host"))]
mod tunables;
mod weights;

pub use bench::{bench, Signature};
#[cfg(any(test, feature = "host"))]
pub use best_first::{BestFirst, BestFirstParams};
pub use engine::{Evaluate, MoveOrder, MoveScore, Proof, Tactics};
pub use limits::Limits;
#[cfg(feature = "host")]
pub use limits::StopFlag;
pub use params::Params;
pub use root::{SearchResult, Task};
pub use score::Score;
pub use searcher::Searcher;
#[cfg(feature = "simultaneous")]
pub use simultaneous::{Choices, SimultaneousMove, Solution};
#[cfg(any(test, feature = "host"))]
pub use tunables::{Tunable, TunableError};
#[cfg(feature = "host")]
pub use weights::{Weight, Weights};
