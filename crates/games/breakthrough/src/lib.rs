//! Breakthrough on CodinGame: rules, engine and bot.
//!
//! White moves first and up the board, Black down. A piece moves one square straight or diagonally
//! forward: straight only onto an empty square, diagonally onto an empty or an enemy one. A player
//! wins by reaching the far rank or by capturing the last enemy piece. There are no draws.
//!
//! [`Position`] and [`Move`] are the rules, [`Engine`] is the game's part of the search,
//! [`Features`] are the inputs of its network, and [`Dialogue`] is the judge's protocol. The
//! crate's README explains the bot.

mod bench;
mod board;
mod dialogue;
mod engine;
mod evaluation;
mod features;
mod moves;
mod network;
mod notation;
mod position;
mod settings;
mod threats;
mod weights;

pub use bench::{bench, bench_within};
pub use dialogue::Dialogue;
pub use engine::Engine;
pub use features::Features;
pub use moves::Move;
pub use network::BotEngine;
pub use position::Position;
pub use settings::SETTINGS;
pub use weights::Weights;
