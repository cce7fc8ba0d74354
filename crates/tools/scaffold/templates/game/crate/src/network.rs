//! Engine of the bot: evaluates positions by weights. A command replaces this file by one with a
//! network: `cargo cg promote {{game}}`.

use crate::engine::Engine;

/// Engine of the bot.
pub type BotEngine = Engine;
