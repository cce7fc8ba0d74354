//! {{title}}: rules, engine and bot.
//!
//! {{rule_1}}
//! {{rule_2}}
//! {{rule_3}}
//!
//! [`Position`] and [`Move`] are the rules, [`Engine`] is the game's part of the search,
//! [`Features`] are the inputs of a network, and [`Dialogue`] is the judge's protocol. The crate's
//! README explains the bot.

mod bench;
{{bot_module}}mod dialogue;
mod engine;
mod evaluation;
mod features;
{{modules}}mod moves;
mod network;
mod notation;
mod ordering;
mod position;
mod rules;
mod settings;
mod square;
mod weights;

pub use bench::{bench, bench_within};
{{bot_export}}pub use dialogue::Dialogue;
pub use engine::Engine;
pub use features::Features;
pub use moves::Move;
pub use network::BotEngine;
pub use position::Position;
pub use settings::SETTINGS;
pub use square::{Square, HEIGHT, SQUARES, WIDTH};
pub use weights::Weights;
