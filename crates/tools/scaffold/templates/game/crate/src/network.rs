//! Engine of the bot: evaluates positions by weights. `cargo cg promote {{game}}` replaces this
//! file by one with a network.

use crate::engine::Engine;

/// Engine of the bot.
pub type BotEngine = Engine;
