//! Factory of players with the hand-crafted evaluation.

use crate::engine_player::{PlayerFactory, boxed_player};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::searched_game::SearchedGame;

/// Function that makes a factory of players of an evaluator, with transposition tables (TT) of that
/// many bytes.
pub type NewFactory<P> = fn(&Evaluator, usize) -> Result<PlayerFactory<P>, EvaluatorError>;

/// Returns a factory of players with this evaluator, in a game that supports only the hand-crafted
/// evaluation.
pub(crate) fn players_by_hand<G: SearchedGame>(
    evaluator: &Evaluator,
    table_bytes: usize,
) -> Result<PlayerFactory<G::Position>, EvaluatorError> {
    match evaluator {
        Evaluator::Hand => {
            Ok(Box::new(move |params| boxed_player(G::Engine::default(), table_bytes, params)))
        }
        _ => Err(EvaluatorError::OnlyByHand(G::NAME)),
    }
}
