//! Players that share the work on the games of a shard.

use super::Watch;
use crate::all_cores::on_all_cores;
use crate::engine_player::{Effort, EnginePlayer};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_weights::GameWithWeights;
use crate::searched_game::SearchedGame;

/// Player of a game's engine.
type Player<G> = dyn EnginePlayer<<G as SearchedGame>::Position>;

/// Does `work` with a player and each number below `count`, on all cores of the thread pool.
/// Returns the results in order of the numbers, or `None` if `watch` requests a stop.
pub(super) fn with_players<G: GameWithWeights, T: Send>(
    count: usize,
    evaluator: &Evaluator,
    nodes: u64,
    watch: &Watch<'_>,
    work: &(dyn Fn(&mut Player<G>, usize) -> T + Sync),
) -> Result<Option<Vec<T>>, EvaluatorError> {
    let new_player = (G::PLAYERS)(evaluator, Effort::Nodes(nodes).table_bytes())?;
    let results = on_all_cores(count, &|| {
        let mut player = new_player(G::PARAMS);
        Box::new(move |number| (!(watch.is_stopped)()).then(|| work(&mut *player, number)))
    });
    Ok(results.into_iter().collect())
}
