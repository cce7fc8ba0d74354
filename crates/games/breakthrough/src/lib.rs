//! Breakthrough: rules, engine and CodinGame bot.

mod board;
mod moves;
mod notation;
mod position;

pub use moves::Move;
pub use position::Position;
