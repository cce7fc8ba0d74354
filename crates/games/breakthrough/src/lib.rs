//! Breakthrough on CodinGame: rules, engine and bot.
//!
//! White moves first and up the board, Black down. A piece moves one square straight or diagonally
//! forward, straight only onto an empty square, diagonally onto an empty or an enemy one. Who
//! reaches the far rank, or captures the last enemy piece, wins. There are no draws.
//!
//! [`Position`] and [`Move`] are the rules; [`Engine`] is what the search is told about the game;
//! [`Features`] is what a network is told; [`Dialogue`] is how the judge talks. The crate's README
//! explains how the bot thinks.

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

pub use bench::bench;
pub use dialogue::Dialogue;
pub use engine::Engine;
pub use features::Features;
pub use moves::Move;
pub use network::BotEngine;
pub use position::Position;
pub use settings::SETTINGS;
pub use weights::Weights;
