//! Games whose bot finds its moves with an engine for the crate `search`.

use search::{Evaluate, MoveOrder, Params, Tactics};

use crate::equilibrium::SimultaneousInfo;
use crate::official::OfficialGame;

/// Game whose bot searches with an engine for crate `search`.
pub(crate) trait SearchedGame: OfficialGame {
    /// The bot's evaluation and other knowledge of the game, with the weights that ship.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Default
        + 'static;

    /// The bot's search parameters.
    const PARAMS: Params;
    /// Texts and examples for positions in which both players choose simultaneously, if the game
    /// has any.
    const SIMULTANEOUS_INFO: Option<SimultaneousInfo<Self::Position>> = None;
}
