//! Game whose bot finds its moves with an engine for the crate `search`, with the types of the
//! game.

use gamekit::Notation;
use search::{Evaluate, MoveOrder, Params, Tactics};

/// Game whose bot searches with an engine for the crate `search`.
pub trait SearchedGame: Sized + Sync + 'static {
    /// Position of the game.
    type Position: Notation<Move: Send + Sync> + Send + Sync + 'static;
    /// Engine of the bot: evaluation, move ordering and tactics. The default has the hand-crafted
    /// evaluation with the weights that ship.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Clone
        + Default
        + Send
        + Sync
        + 'static;

    /// Name on the command line, and of the package of the bot.
    const NAME: &'static str;
    /// Search parameters of the bot.
    const PARAMS: Params;
}
