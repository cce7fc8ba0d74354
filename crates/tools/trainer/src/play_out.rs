//! Game loop: the one in which engines play each other inside this process.

use fastrand::Rng;
use gamekit::{Outcome, Player, Position};
use search::{SearchResult, Task, score};

use crate::engine_player::{Effort, EnginePlayer};

/// Plays from `pos` to the end of the game, or until a search proves the result.
///
/// `order` arranges the legal moves of each position, because among moves with equal scores a
/// search prefers the first one. `search` searches for the side to move; if it returns `None`, the
/// game is drawn.
pub fn play_out<P: Position>(
    mut pos: P,
    mut order: impl FnMut(&mut [P::Move]),
    mut search: impl FnMut(&Task<'_, P>) -> Option<SearchResult<P::Move>>,
) -> Outcome {
    let mut past = Vec::new();
    loop {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        let mut moves = legal_moves(&pos);
        order(&mut moves);
        let Some(found) = search(&Task { root: &pos, moves: &moves, past: &past }) else {
            return Outcome::Draw;
        };
        if score::is_proven(found.score) {
            let side = pos.side_to_move();
            return Outcome::Win(if found.score > 0 { side } else { side.opponent() });
        }
        let before = pos.clone();
        pos.play_unchecked(found.best);
        past.push(before);
    }
}

/// Plays a game pair from `start`, with colours swapped in the second game. Returns the points of
/// the first player of `players`, from 0 to 2.
pub(crate) fn play_pair<P: Position>(
    start: &P,
    mut players: [&mut (dyn EnginePlayer<P> + 'static); 2],
    effort: Effort,
    rng: &mut Rng,
) -> f64 {
    let mut points = 0.0;
    for side in Player::BOTH {
        players.iter_mut().for_each(|player| player.start_game());
        let outcome = play_out(
            start.clone(),
            |moves| rng.shuffle(moves),
            |task| {
                let is_second = task.root.side_to_move() != side;
                players[usize::from(is_second)].find_move(task, effort.limits())
            },
        );
        points += outcome.score(side);
    }
    points
}

/// Returns the legal moves in the order of the rules.
pub fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}
