//! Game whose hand-crafted evaluation has weights, with the types of the game.

use search::Weights;

use crate::hand_players::{NewFactory, players_by_hand};
use crate::searched_game::SearchedGame;

/// Game with an evaluation whose weights can be tuned.
pub trait GameWithWeights: SearchedGame {
    /// Returns the weights of the engine.
    fn weights(engine: &mut Self::Engine) -> &mut dyn Weights;

    /// Makes a factory of players with an evaluator, each with a transposition table (TT) of that
    /// many bytes. Games whose bot accepts a network name [`players`](crate::players). Fails if the
    /// evaluator does not support the game.
    const PLAYERS: NewFactory<Self::Position> = players_by_hand::<Self>;
}

/// Name of a weight or tunable, such as `tempo` or `piece[3][1]`, and its value.
pub type Named = (String, i32);

/// Returns the weights of `engine`, in the order of declaration.
pub(crate) fn read<G: GameWithWeights>(engine: &mut G::Engine) -> Vec<Named> {
    named_weights(G::weights(engine))
}

/// Returns weights with their names, in the order of declaration.
pub fn named_weights(weights: &mut dyn Weights) -> Vec<Named> {
    let mut list = Vec::new();
    weights.visit(&mut |name, weight| list.push((name.to_owned(), *weight)));
    list
}

/// Sets the weights of `engine`, in the order of declaration.
pub(crate) fn write<G: GameWithWeights>(
    engine: &mut G::Engine,
    values: impl IntoIterator<Item = i32>,
) {
    set_weights(G::weights(engine), values);
}

/// Sets weights, in the order of declaration.
pub fn set_weights(weights: &mut dyn Weights, values: impl IntoIterator<Item = i32>) {
    let mut values = values.into_iter();
    weights.visit(&mut |_, weight| {
        if let Some(value) = values.next() {
            *weight = value;
        }
    });
}
