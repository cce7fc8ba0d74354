//! New scores for the positions of played games, by the search of another evaluator.

use gamekit::Position;
use search::{Limits, Task};

use super::players::with_players;
use super::{PlayedGame, Watch};
use crate::engine_player::EnginePlayer;
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_weights::GameWithWeights;
use crate::play_out::legal_moves;

/// Searches all scored positions of the games with so many nodes, on all cores of the thread pool.
/// Returns the games with the new scores, `None` for one that the current rules forbid, or `None`
/// for all if `watch` requests a stop.
///
/// Moves and results stay. Each game starts with an empty transposition table, so that the scores
/// depend on no other game.
pub(crate) fn relabel<G: GameWithWeights>(
    games: &[PlayedGame],
    evaluator: &Evaluator,
    nodes: u64,
    watch: &Watch<'_>,
) -> Result<Option<Vec<Option<PlayedGame>>>, EvaluatorError> {
    with_players::<G, _>(games.len(), evaluator, nodes, watch, &|player, number| {
        let game = relabel_game(player, &games[number], Limits::nodes(nodes));
        (watch.on_game)(games[number].scores.len());
        game
    })
}

/// Returns a game with the scores of searches within the limits. `None` if a move is illegal.
fn relabel_game<P: Position>(
    player: &mut dyn EnginePlayer<P>,
    game: &PlayedGame,
    limits: Limits,
) -> Option<PlayedGame> {
    player.start_game();
    let (mut past, mut scores) = (Vec::new(), Vec::new());
    game.replay::<P>(|ply| {
        let task = Task { root: ply.pos, moves: &legal_moves(ply.pos), past: &past };
        let found = player.find_move(&task, limits);
        scores.push(found.map_or(ply.score, |found| found.score) as i16);
        past.push(ply.pos.clone());
    })?;
    Some(PlayedGame { scores, ..game.clone() })
}
