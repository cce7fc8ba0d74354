//! Lamistra as played at CodeCup 2005: rules, engine and bot.
//!
//! Red plays from the bottom of a board of 7x7 cells with two lakes, Blue from the top, with 21
//! pieces each. No piece has a role at the start. When a piece attacks another, each owner names
//! the role of his piece from the remaining stock of a small army, without knowing the other's
//! choice. A player who loses the flag or cannot move loses; after 200 steps by each player the
//! game is a draw.
//!
//! [`Position`] and [`Move`] are the rules; [`Engine`] is the game-specific part of the search;
//! [`LamistraBot`] plays the game, and [`Dialogue`] is the judge's protocol. The crate's README
//! explains how the bot works.

mod army;
mod bench;
mod board;
mod bot;
mod clock;
mod dialogue;
mod engine;
mod evaluation;
mod features;
mod moves;
mod network;
mod notation;
mod opponent_model;
mod position;
mod progress;
mod role;
mod settings;
mod weights;

pub use army::{Army, Piece};
pub use bench::bench;
pub use bot::LamistraBot;
pub use dialogue::{Dialogue, Reply};
pub use engine::Engine;
pub use features::Features;
pub use moves::{Move, Step};
pub use network::BotEngine;
pub use opponent_model::{OpponentModel, Situation};
pub use position::{Attack, Opponents, Position};
pub use progress::FADING_PLIES;
pub use role::{Role, Survivor};
pub use settings::{Settings, SETTINGS};
pub use weights::Weights;
