//! Plays the games of a self-play shard.

use fastrand::Rng;
use gamekit::{Move, Position};
use search::{Limits, score};

use super::players::with_players;
use super::{PlayedGame, Shard, Watch};
use crate::engine_player::EnginePlayer;
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_weights::GameWithWeights;
use crate::play_out::play_out;
use crate::random_walk::random_walk;

/// Maximum number of attempts to draw an opening without a result that the first search proves.
const ATTEMPTS: usize = 1000;

/// Plays the games of a shard on all cores of the thread pool. Returns `None` if `watch` requests a
/// stop.
///
/// Each game has its own random number generator and starts with an empty transposition table.
/// Therefore the games depend neither on the number of cores nor on the order in which they are
/// played.
pub(crate) fn play<G: GameWithWeights>(
    shard: &Shard,
    evaluator: &Evaluator,
    watch: &Watch<'_>,
) -> Result<Option<Vec<PlayedGame>>, EvaluatorError> {
    with_players::<G, _>(shard.games as usize, evaluator, shard.nodes, watch, &|player, number| {
        let game = play_game(player, shard, &mut shard.rng(number as u32));
        (watch.on_game)(game.scores.len());
        game
    })
}

/// Plays one game to its end, or until a search proves the result. Games are not adjudicated
/// otherwise.
fn play_game<P: Position>(
    player: &mut dyn EnginePlayer<P>,
    shard: &Shard,
    rng: &mut Rng,
) -> PlayedGame {
    let (fewest, most) = shard.opening_plies;
    for _ in 1..ATTEMPTS {
        let plies = rng.u8(fewest..=most).into();
        let (pos, moves) = random_walk(P::initial(), plies, rng);
        let moves = moves.into_iter().map(P::Move::to_bits).collect();
        let game = play_from(pos, moves, player, shard.nodes, rng);
        let is_open = game.scores.first().is_some_and(|&score| !score::is_proven(score.into()));
        if is_open {
            return game;
        }
    }
    play_from(P::initial(), Vec::new(), player, shard.nodes, rng)
}

/// Plays from `pos`, which `moves` have reached.
fn play_from<P: Position>(
    pos: P,
    mut moves: Vec<u16>,
    player: &mut dyn EnginePlayer<P>,
    nodes: u64,
    rng: &mut Rng,
) -> PlayedGame {
    player.start_game();
    let (opening, mut scores) = (moves.len() as u8, Vec::new());
    let outcome = play_out(
        pos,
        |moves| rng.shuffle(moves),
        |task| {
            let is_full = moves.len() >= PlayedGame::MOST_MOVES;
            let found = player.find_move(task, Limits::nodes(nodes)).filter(|_| !is_full)?;
            moves.push(found.best.to_bits());
            scores.push(found.score as i16);
            Some(found)
        },
    );
    PlayedGame { opening, moves, scores, outcome }
}
