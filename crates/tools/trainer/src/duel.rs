//! Matches between two evaluators or search configurations inside this process.

use gamekit::Notation;
use search::TunableError;

use crate::all_cores::on_all_cores;
use crate::engine_player::Effort;
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_weights::{GameWithWeights, Named};
use crate::play_out::play_pair;
use crate::self_play::SelfPlay;

/// Match between two players inside this process, with the same move ordering, tactics and proofs.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// The player whose points are counted, and its opponent.
    pub players: [DuelPlayer<'a>; 2],
    /// Limit of the search for one move, for both players.
    pub effort: Effort,
    /// Seed of the order of moves with equal scores.
    pub seed: u64,
}

/// Player of a duel.
#[derive(Clone, Copy, Debug)]
pub struct DuelPlayer<'a> {
    /// Evaluation of positions.
    pub evaluator: &'a Evaluator,
    /// Search parameters that differ from those of the bot, by name: [`search::Params::LIST`].
    pub tunables: &'a [Named],
}

impl<'a> From<&'a Evaluator> for DuelPlayer<'a> {
    /// Returns a player with this evaluator and the search of the bots.
    fn from(evaluator: &'a Evaluator) -> DuelPlayer<'a> {
        DuelPlayer { evaluator, tunables: &[] }
    }
}

/// Duel that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// Evaluator that does not support the game.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// Search parameter that is unknown or out of range.
    #[error(transparent)]
    Tunable(#[from] TunableError),
    /// Match without openings.
    #[error("there is no opening to play from")]
    NoOpening,
    /// Illegal or unreadable move of an opening.
    #[error("an opening has the move `{0}`, which is not legal there")]
    Opening(String),
}

/// Plays a game pair from each opening:
/// [`SpsaGame::play_pairs`](crate::SpsaGame::play_pairs).
pub(crate) fn play_pairs<G: GameWithWeights>(
    duel: &Duel<'_>,
    openings: &[Vec<String>],
) -> Result<Vec<f64>, DuelError> {
    let table_bytes = duel.effort.table_bytes();
    let factory = |DuelPlayer { evaluator, tunables }| {
        let mut params = G::PARAMS;
        for (name, value) in tunables {
            params.set(name, *value)?;
        }
        let new_player = (G::PLAYERS)(evaluator, table_bytes)?;
        Ok::<_, DuelError>(move || new_player(params.clone()))
    };
    let [one, other] = duel.players;
    let (one, other) = (factory(one)?, factory(other)?);
    let pairs = on_all_cores(openings.len(), &|| {
        let (mut one, mut other) = (one(), other());
        Box::new(move |number| {
            let start: G::Position = play_opening(&openings[number])?;
            let mut rng = SelfPlay::rng(duel.seed, number as u32);
            Ok(play_pair(&start, [&mut *one, &mut *other], duel.effort, &mut rng))
        })
    });
    pairs.into_iter().collect()
}

fn play_opening<P: Notation>(moves: &[String]) -> Result<P, DuelError> {
    let mut pos = P::initial();
    for text in moves {
        let mv = pos.parse_move(text).ok().filter(|&mv| pos.is_legal(mv));
        pos.play_unchecked(mv.ok_or_else(|| DuelError::Opening(text.clone()))?);
    }
    Ok(pos)
}
