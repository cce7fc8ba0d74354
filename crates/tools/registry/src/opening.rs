//! Openings of a match.

use fastrand::Rng;

use crate::game::Game;

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

/// Number of random plies of an opening in a game without an opening book.
const OPENING_PLIES: usize = 8;

/// Returns the openings of a match inside this process: those of the game's book, shuffled, or
/// `count` random ones of 8 plies if there is no book, or an empty one, as a new game may have. A
/// game that no random moves may open has one opening without moves.
#[must_use]
pub fn match_openings(game: &dyn Game, count: usize, seed: u64) -> Vec<Vec<String>> {
    let random = || {
        let openings = random_openings(game, OPENING_PLIES, count, seed);
        openings.unwrap_or_else(|| vec![Vec::new()])
    };
    let book = game.book().filter(|book| !book.openings().is_empty());
    book.map_or_else(random, |book| book.shuffled(seed))
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;

    use crate::lookup::game;
    use crate::text_moves::replay;

    fn draw(plies: usize, seed: u64) -> Option<Vec<String>> {
        game("breakthrough").unwrap().random_opening(plies, seed)
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
    fn a_game_without_openings_begins_at_its_start() {
        let game = game("stratego").unwrap();
        assert_eq!(super::match_openings(game, 3, 1), [Vec::<String>::new()]);
    }

    #[test]
    fn an_opening_longer_than_any_game_does_not_exist() {
        assert_eq!(draw(300, 1), None);
    }
}
