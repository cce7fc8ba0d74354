//! Alpha-beta search for any two-player game of perfect information in which the players move in
//! turn.
//!
//! A game's engine implements three traits on one type: [`Evaluate`] (the static evaluation),
//! [`MoveOrder`] (move ordering) and [`Tactics`] (proven results, and the moves worth searching).
//! [`Searcher`] is compiled for that engine alone.
//!
//! The search is a fail-soft principal variation search (PVS; Marsland and Campbell, 1982) with
//! iterative deepening and a transposition table (TT). Scores beyond [`score::PROVEN`] are results
//! of the game, not evaluations: they never come from a list of moves that was pruned.
//!
//! With the feature `simultaneous`, a game may have positions in which both players choose at
//! once: each [`SimultaneousMove`] is solved as a matrix game.

mod bench;
mod child;
mod engine;
mod history;
mod limits;
#[cfg(feature = "simultaneous")]
pub mod matrix;
mod memory;
mod move_stack;
mod node;
mod params;
mod pruning;
mod pv_table;
mod quiescence;
mod repetitions;
mod root;
pub mod score;
mod searcher;
#[cfg(feature = "simultaneous")]
mod simultaneous;
#[cfg(feature = "simultaneous")]
mod simultaneous_move;
mod table;
#[cfg(any(test, feature = "host"))]
mod tunables;
mod weights;

pub use bench::{bench, Signature};
pub use engine::{Evaluate, MoveOrder, MoveScore, Proof, Tactics};
pub use limits::Limits;
#[cfg(feature = "host")]
pub use limits::StopFlag;
pub use params::Params;
pub use root::{SearchResult, Task};
pub use score::Score;
pub use searcher::Searcher;
#[cfg(feature = "simultaneous")]
pub use simultaneous::Solution;
#[cfg(feature = "simultaneous")]
pub use simultaneous_move::{Choices, SimultaneousMove};
#[cfg(any(test, feature = "host"))]
pub use tunables::{Tunable, TunableError};
#[cfg(feature = "host")]
pub use weights::{Weight, Weights};
