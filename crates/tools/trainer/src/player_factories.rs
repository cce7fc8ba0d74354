//! Factories of players: the engine of a game's bot with the evaluation that an evaluator names.

use nn::{Features, Shape};

use crate::any_evaluation::AnyEvaluation;
use crate::engine_player::{PlayerFactory, boxed_player};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_network::GameWithNetwork;
use crate::hand_players::players_by_hand;

/// Returns a factory of players with this evaluator, in a game whose bot accepts any evaluation.
///
/// # Errors
///
/// The evaluator does not support the game, or the network cannot be decoded.
pub fn players<G: GameWithNetwork>(
    evaluator: &Evaluator,
    table_bytes: usize,
) -> Result<PlayerFactory<G::Position>, EvaluatorError> {
    let evaluation: AnyEvaluation<G::Position, G::Features> = match evaluator {
        Evaluator::Hand => return players_by_hand::<G>(evaluator, table_bytes),
        Evaluator::Nothing => AnyEvaluation::FromScratch(|_| 0),
        Evaluator::Material => {
            let material = G::MATERIAL.ok_or(EvaluatorError::NoMaterial(G::NAME))?;
            AnyEvaluation::FromScratch(material)
        }
        Evaluator::Network(text) => network::<G>(text.trim_end())?,
    };
    Ok(Box::new(move |params| {
        boxed_player(G::engine_with(evaluation.clone()), table_bytes, params)
    }))
}

/// Returns the evaluation by the network with this text.
fn network<G: GameWithNetwork>(
    text: &str,
) -> Result<AnyEvaluation<G::Position, G::Features>, EvaluatorError> {
    let shape = Shape::of_text(text)?;
    let (inputs, buckets) = (G::Features::INPUTS, G::Features::BUCKETS);
    if [shape.inputs, shape.buckets] != [inputs, buckets] {
        return Err(EvaluatorError::Shape { game: G::NAME, inputs, buckets, shape });
    }
    AnyEvaluation::of_network(text, shape.hidden)
}
