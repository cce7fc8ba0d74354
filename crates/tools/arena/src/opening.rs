//! Random openings, and move lists as text.

use fastrand::Rng;
use gamekit::Position;

use crate::games::Game;
use crate::official::OfficialGame;

/// Number of attempts to draw a random walk that does not end the game.
const ATTEMPTS: usize = 1000;

/// Splits a list of moves at `;`, or at white space if it contains no `;`.
///
/// If the moves themselves contain spaces, the list needs a `;`, at least after the last move.
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    let moves: Box<dyn Iterator<Item = &str>> = if text.contains(';') {
        Box::new(text.split(';').map(str::trim).filter(|mv| !mv.is_empty()))
    } else {
        Box::new(text.split_whitespace())
    };
    moves.map(str::to_owned).collect()
}

/// Draws openings of `plies` random moves that do not end the game.
///
/// `None` if probably no opening is that long.
#[must_use]
pub fn random_openings(
    game: &dyn Game,
    plies: usize,
    count: usize,
    seed: u64,
) -> Option<Vec<Vec<String>>> {
    let mut rng = Rng::with_seed(seed);
    (0..count).map(|_| game.random_opening(plies, rng.u64(..))).collect()
}

/// Draws `plies` random moves from the start that do not end the game and leave no move incomplete.
///
/// `None` if a thousand random walks have all failed.
pub(crate) fn random_opening<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    (0..ATTEMPTS).find_map(|_| random_walk::<G>(plies, rng))
}

fn random_walk<G: OfficialGame>(plies: usize, rng: &mut Rng) -> Option<Vec<String>> {
    let mut pos = G::initial();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = random_move(&pos, rng)?;
        moves.push(mv.to_string());
        pos.play_unchecked(mv);
    }
    may_begin::<G>(&pos).then_some(moves)
}

/// Returns whether a game may begin in `pos`, after an opening.
pub(crate) fn may_begin<G: OfficialGame>(pos: &G::Position) -> bool {
    pos.outcome().is_none() && pos.legal_move_count() > 0 && G::is_between_moves(pos)
}

/// Draws a legal move; `None` if there is none.
pub(crate) fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
    let count = pos.legal_move_count();
    if count == 0 {
        return None;
    }
    let mut before_it = rng.usize(..count);
    let mut drawn = None;
    pos.legal_moves(|mv| {
        if before_it == 0 && drawn.is_none() {
            drawn = Some(mv);
        }
        before_it = before_it.saturating_sub(1);
    });
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game;
    use crate::text_moves::replay;

    fn draw(plies: usize, seed: u64) -> Option<Vec<String>> {
        game("breakthrough").unwrap().random_opening(plies, seed)
    }

    #[test]
    fn moves_are_split_at_semicolons_or_otherwise_at_spaces() {
        assert_eq!(split_moves("a2a3;b7b6; c2c3 ;"), ["a2a3", "b7b6", "c2c3"]);
        assert_eq!(split_moves(" a2a3  b7b6"), ["a2a3", "b7b6"]);
        assert_eq!(split_moves("6 8 6 7;"), ["6 8 6 7"]);
        assert!(split_moves("").is_empty());
    }

    #[test]
    fn an_opening_can_be_played_and_does_not_end_the_game() {
        for seed in 0..200 {
            let moves = draw(24, seed).unwrap();
            assert_eq!(moves.len(), 24);
            let pos = replay(breakthrough::Position::initial(), &moves).unwrap();
            assert_eq!(pos.outcome(), None);
        }
    }

    #[test]
    fn an_opening_does_not_end_within_an_attack() {
        let game = game("lamistra").unwrap();
        for seed in 0..200 {
            let moves = game.random_opening(20, seed).unwrap();
            let pos = replay(lamistra::Position::initial(), &moves).unwrap();
            assert_eq!(pos.attack(), None, "{moves:?}");
        }
    }

    #[test]
    fn a_seed_gives_one_opening() {
        assert_eq!(draw(4, 1), draw(4, 1));
        assert_ne!(draw(4, 1), draw(4, 2));
    }

    #[test]
    fn an_opening_longer_than_any_game_does_not_exist() {
        assert_eq!(draw(300, 1), None);
    }

    #[test]
    fn every_legal_move_is_drawn_sooner_or_later() {
        let (pos, mut rng) = (breakthrough::Position::initial(), Rng::with_seed(1));
        let mut drawn: Vec<String> =
            (0..1000).map(|_| random_move(&pos, &mut rng).unwrap().to_string()).collect();
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), 22);
    }
}
