//! Lamistra as played at CodeCup 2005: rules, engine and bot.
//!
//! Red sits at the bottom of a board of 7x7 cells with two lakes, Blue at the top, 21 pieces each.
//! No piece has a role to begin with: when a piece attacks another, each owner, without knowing the
//! other's choice, names what his piece is, out of what is left of the stock of a small
//! army. Whoever loses the flag or cannot move loses; after 200 steps each the game is a draw.
//!
//! [`Position`] and [`Move`] are the rules; [`Engine`] is what the search is told about the game;
//! [`LamistraBot`] plays it, and [`Dialogue`] is how the judge talks. The crate's README explains how
//! the bot thinks.

mod army;
mod bench;
mod board;
mod bot;
mod clock;
mod dialogue;
mod engine;
mod evaluation;
mod moves;
mod notation;
mod position;
mod role;
mod settings;
mod weights;

pub use army::{Army, Piece};
pub use bench::bench;
pub use bot::LamistraBot;
pub use dialogue::{Dialogue, Reply};
pub use engine::Engine;
pub use moves::{Move, Step};
pub use position::{Attack, Opponents, Position};
pub use role::{Role, Survivor};
pub use settings::{Settings, SETTINGS};
pub use weights::Weights;
