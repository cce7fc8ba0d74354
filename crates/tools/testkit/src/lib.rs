//! The contract that every game and every engine must pass, checked on seeded random games.
//!
//! A game's tests call [`check_rules`] and [`check_engine`]; both panic with the position and the
//! broken promise.

mod engine;
mod random_games;
mod rules;
mod timing;

pub use engine::check_engine;
pub use random_games::{Step, random_games};
pub use rules::check_rules;
pub use timing::time_move_generation;
