//! Plays single games and game pairs between two players inside this process.

use fastrand::Rng;
use gamekit::{Outcome, Player, Position};
use search::{SearchResult, Task, score};

use crate::engine_player::Effort;
use crate::engine_player::EnginePlayer;

/// Plays from `pos` to the end of the game, or until a search proves the result. Calls `visit` with
/// each position and its search result. `players` are the players of the first and of the second
/// side; their state of earlier games is cleared.
pub(crate) fn play_out<P: Position>(
    mut pos: P,
    players: [&mut (dyn EnginePlayer<P> + 'static); 2],
    effort: Effort,
    rng: &mut Rng,
    mut visit: impl FnMut(&P, &SearchResult<P::Move>),
) -> Outcome {
    let mut past = Vec::new();
    let [first, second] = players;
    first.start_game();
    second.start_game();
    loop {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        // Among moves with equal scores the search prefers the first one.
        let mut moves = legal_moves(&pos);
        rng.shuffle(&mut moves);
        let side = pos.side_to_move();
        let player = if side.index() == 0 { &mut *first } else { &mut *second };
        let task = Task { root: &pos, moves: &moves, past: &past };
        let Some(found) = player.find_move(&task, effort.limits()) else { return Outcome::Draw };
        visit(&pos, &found);
        if score::is_proven(found.score) {
            return Outcome::Win(if found.score > 0 { side } else { side.opponent() });
        }
        let before = pos.clone();
        pos.play_unchecked(found.best);
        past.push(before);
    }
}

/// Plays a game pair from `start`, with colours swapped in the second game. Returns the points of
/// the first player of `[one, other]`, from 0 to 2.
pub(crate) fn play_pair<P: Position>(
    start: &P,
    [one, other]: [&mut (dyn EnginePlayer<P> + 'static); 2],
    effort: Effort,
    rng: &mut Rng,
) -> f64 {
    let mut points = 0.0;
    for side in Player::BOTH {
        let players = match side {
            Player::First => [&mut *one, &mut *other],
            Player::Second => [&mut *other, &mut *one],
        };
        points += play_out(start.clone(), players, effort, rng, |_, _| ()).score(side);
    }
    points
}

/// Returns the legal moves in the order of the rules.
pub(crate) fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}
