//! Game whose hand-crafted evaluation has weights, with the types of the game.

use gamekit::Notation;
use search::{Evaluate, MoveOrder, Params, Tactics, Weights};

use crate::engine_player::PlayerFactory;
use crate::evaluator::{Evaluator, EvaluatorError};

/// Game with an evaluation whose weights can be tuned.
pub(crate) trait GameWithWeights: Sized + Sync + 'static {
    /// Position of the game.
    type Position: Notation<Move: Send + Sync> + Send + Sync + 'static;
    /// Engine of the bot: evaluation, move ordering and tactics. The default has the current
    /// weights.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Clone
        + Default
        + Send
        + Sync;

    /// Name on the command line.
    const NAME: &'static str;
    /// Search parameters of the bot.
    const PARAMS: Params;
    /// Path of the file that declares the weights, relative to the root of the workspace.
    const SOURCE: &'static str;

    /// Returns a factory of players with this evaluator, each with a transposition table (TT) of
    /// `table_bytes`.
    ///
    /// # Errors
    ///
    /// The evaluator does not support the game.
    fn player_factory(
        evaluator: &Evaluator,
        table_bytes: usize,
    ) -> Result<PlayerFactory<Self::Position>, EvaluatorError>;

    /// Returns the weights of the engine.
    fn weights(engine: &mut Self::Engine) -> &mut dyn Weights;
}

/// Name of a weight or tunable, such as `tempo` or `piece[3][1]`, and its value.
pub type Named = (String, i32);

/// Returns the weights of `engine`, in the order of declaration.
pub(crate) fn read<G: GameWithWeights>(engine: &mut G::Engine) -> Vec<Named> {
    let mut list = Vec::new();
    G::weights(engine).visit(&mut |name, weight| list.push((name.to_owned(), *weight)));
    list
}

/// Sets the weights of `engine`, in the order of declaration.
pub(crate) fn write<G: GameWithWeights>(
    engine: &mut G::Engine,
    values: impl IntoIterator<Item = i32>,
) {
    let mut values = values.into_iter();
    G::weights(engine).visit(&mut |_, weight| {
        if let Some(value) = values.next() {
            *weight = value;
        }
    });
}
