//! Contract tests for games, engines and bots, on random games with fixed seeds.
//!
//! The tests of a game call [`check_rules`], [`check_engine`], [`check_features`], [`check_net`],
//! [`check_search`], [`check_rescue`] and [`check_process`]. Each panics on the first violation of
//! the contract, with the position.

mod allocations;
mod engine;
mod features;
mod fragile;
mod judge;
mod process;
mod random_games;
mod rescue;
mod rules;

pub use allocations::{CountingAllocator, check_pv, check_search};
pub use engine::check_engine;
pub use features::{check_features, check_net};
pub use fragile::Fragile;
pub use judge::Judge;
pub use process::check_process;
pub use random_games::{Step, random_games};
pub use rescue::check_rescue;
pub use rules::check_rules;
