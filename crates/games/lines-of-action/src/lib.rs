//! Lines of Action on CodinGame: rules, engine and bot.
//!
//! Black moves first. A checker moves in a straight line exactly as many squares as there are
//! checkers of both colours on that whole line. It jumps over its own checkers, not over enemies,
//! and captures an enemy by landing on it. A player wins when all own checkers are in one group,
//! connected in any of the eight directions, even by the opponent's move alone. A player without a
//! legal move passes, and after 150 plies without a winner the game is drawn.
//!
//! [`Position`] and [`Move`] are the rules, [`Engine`] is the game's part of the search,
//! [`Features`] are the inputs of its network, and [`Dialogue`] is the judge's protocol. The
//! crate's README explains the bot.

mod bench;
mod connection;
mod dialogue;
mod engine;
mod evaluation;
mod features;
mod lines;
mod moves;
mod network;
mod notation;
mod position;
mod settings;
mod squares;
mod threats;
mod weights;

pub use bench::{bench, bench_within};
pub use dialogue::Dialogue;
pub use engine::Engine;
pub use evaluation::Totals;
pub use features::Features;
pub use moves::Move;
pub use network::BotEngine;
pub use position::Position;
pub use settings::SETTINGS;
pub use weights::Weights;
