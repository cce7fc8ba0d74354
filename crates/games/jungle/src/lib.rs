//! Jungle (animal chess, Dou Shou Qi) on CodinGame: rules, engine and bot.
//!
//! Red, who moves first, sits at the bottom of a board of 7 columns and 9 rows, Blue at the top.
//! Each side has eight animals. An animal steps to one of the four squares beside it and captures
//! animals that are not stronger. Only the rat swims; lion and tiger leap across the lakes. A
//! player wins by entering the enemy's den and loses without a legal move. After 150 plies the game
//! is drawn.
//!
//! [`Position`] and [`Move`] are the rules, [`Engine`] is the game's part of the search,
//! [`Features`] are the inputs of its network, and [`Dialogue`] is the judge's protocol. The
//! crate's README explains the bot.

mod animal;
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
mod proof;
mod race;
mod settings;
mod square;
mod tables;
mod weights;

pub use animal::Animal;
pub use bench::{bench, bench_within};
pub use dialogue::Dialogue;
pub use engine::{Engine, FADING_PLIES};
pub use features::Features;
pub use moves::Move;
pub use network::BotEngine;
pub use position::Position;
pub use settings::SETTINGS;
pub use square::{squares, Square};
pub use tables::Tables;
pub use weights::Weights;
