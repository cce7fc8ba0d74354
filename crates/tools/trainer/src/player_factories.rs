//! Factories of players: the engine of a game's bot with the evaluation that an evaluator names.

use gamekit::Position;
use nn::{Features, Net, Network, Shape};
use search::{Evaluate, Params, Score};

use crate::engine_player::{BoxedPlayer, PlayerFactory, boxed_player};
use crate::evaluator::{Evaluator, EvaluatorError, MAX_HIDDEN};
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
    match evaluator {
        Evaluator::Hand => players_by_hand::<G>(evaluator, table_bytes),
        Evaluator::Nothing => {
            let zero = || FromScratch::<G::Position>(|_| 0);
            Ok(Box::new(move |params| player_with::<G, _>(zero(), table_bytes, params)))
        }
        Evaluator::Material => {
            let material = G::MATERIAL.ok_or(EvaluatorError::NoMaterial(G::NAME))?;
            Ok(Box::new(move |params| {
                player_with::<G, _>(FromScratch(material), table_bytes, params)
            }))
        }
        Evaluator::Network(text) => players_by_network::<G>(text, table_bytes),
    }
}

/// Returns a factory of players that evaluate by the network with this text.
fn players_by_network<G: GameWithNetwork>(
    text: &str,
    table_bytes: usize,
) -> Result<PlayerFactory<G::Position>, EvaluatorError> {
    let text = text.trim_end();
    let shape = Shape::of_text(text)?;
    let (inputs, buckets) = (G::Features::INPUTS, G::Features::BUCKETS);
    if [shape.inputs, shape.buckets] != [inputs, buckets] {
        return Err(EvaluatorError::Shape { game: G::NAME, inputs, buckets, shape });
    }
    match shape.hidden {
        ..=32 => players_of_width::<G, 32>(text, table_bytes),
        33..=64 => players_of_width::<G, 64>(text, table_bytes),
        65..=128 => players_of_width::<G, 128>(text, table_bytes),
        129..=MAX_HIDDEN => players_of_width::<G, MAX_HIDDEN>(text, table_bytes),
        hidden => Err(EvaluatorError::Wide(hidden)),
    }
}

fn players_of_width<G: GameWithNetwork, const HIDDEN: usize>(
    text: &str,
    table_bytes: usize,
) -> Result<PlayerFactory<G::Position>, EvaluatorError> {
    let network = Network::<HIDDEN>::decode(text)?;
    let net = move || Net::<G::Features, HIDDEN>::new(network.clone());
    Ok(Box::new(move |params| player_with::<G, _>(net(), table_bytes, params)))
}

/// Returns a player with this evaluation.
fn player_with<G: GameWithNetwork, V: Evaluate<G::Position> + 'static>(
    evaluation: V,
    table_bytes: usize,
    params: Params,
) -> BoxedPlayer<G::Position> {
    boxed_player(G::engine_with(evaluation), table_bytes, params)
}

/// Evaluation without incremental state: it is computed from scratch for each position.
struct FromScratch<P>(fn(&P) -> Score);

impl<P: Position> Evaluate<P> for FromScratch<P> {
    type State = ();

    fn refresh(&self, _: &P) {}

    fn update(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, pos: &P, (): &()) -> Score {
        (self.0)(pos)
    }
}
