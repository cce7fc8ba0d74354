//! Measurement of an opening book: balance, sharpness and draws, by self-play with unequal nodes.

use std::sync::atomic::{AtomicUsize, Ordering};

use gamekit::{Outcome, Player, Position};
use search::{Limits, Searcher, score};
use trainer::{SearchedGame, Worker, on_all_cores, play_out};

use super::make::TABLE_BYTES;
use crate::book::BookQuality;
use crate::text_moves::{BadMove, replay};

/// Ratio of the nodes of the stronger bot to those of the weaker one.
const NODES_RATIO: u64 = 2;

/// Plays two games from each opening, with `nodes` and with half as many per move, and calls
/// `on_pair` with the number of finished pairs.
pub(crate) fn play_openings<G: SearchedGame>(
    openings: &[Vec<String>],
    nodes: u64,
    on_pair: &(dyn Fn(usize) + Sync),
) -> Result<BookQuality, BadMove> {
    let ended = AtomicUsize::new(0);
    let weaker = (nodes / NODES_RATIO).max(1);
    let play_opening = |opening: &Vec<String>| {
        let pos = replay(G::Position::initial(), opening)?;
        let pair = [[nodes, weaker], [weaker, nodes]].map(|nodes| play::<G>(&pos, nodes));
        on_pair(1 + ended.fetch_add(1, Ordering::Relaxed));
        Ok(pair.map(|(outcome, plies)| (outcome, opening.len() + plies)))
    };
    let play_number = || -> Worker<'_, _> { Box::new(|number| play_opening(&openings[number])) };
    let pairs = on_all_cores(openings.len(), &play_number).into_iter();
    let pairs = pairs.collect::<Result<Vec<[(Outcome, usize); 2]>, BadMove>>()?;
    let mut worth = BookQuality::default();
    for pair in pairs {
        let [one, other] = pair.map(|(outcome, _)| outcome.score(Player::First));
        worth.first.add(one + other);
        worth.stronger.add(one + 1.0 - other);
        for (outcome, plies) in pair {
            worth.draws += u32::from(outcome == Outcome::Draw);
            worth.plies += plies;
        }
    }
    Ok(worth)
}

/// Plays until the end of the game, or until the result is proven, and returns the result and the
/// plies. `nodes` are the nodes per move of the first and the second player.
fn play<G: SearchedGame>(start: &G::Position, nodes: [u64; 2]) -> (Outcome, usize) {
    let player = || Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
    let (mut players, mut plies) = ([player(), player()], 0);
    let outcome = play_out(
        start.clone(),
        |_| (),
        |task| {
            plies = task.past.len();
            let side = task.root.side_to_move().index();
            let found = players[side].search(task, Limits::nodes(nodes[side]), |_| ())?;
            plies += usize::from(!score::is_proven(found.score));
            Some(found)
        },
    );
    (outcome, plies)
}

#[cfg(test)]
mod tests {
    use crate::book::Book;
    use crate::game::Game;
    use crate::list::GAMES;
    use crate::lookup::opening_search;

    fn with_books() -> impl Iterator<Item = (&'static dyn Game, Book)> {
        GAMES.iter().filter_map(|&game| Some((game, game.book()?)))
    }

    #[test]
    fn every_opening_is_played_twice_and_the_result_is_reproducible() {
        for (game, book) in with_books() {
            let openings = &book.openings()[..6];
            let search = game.opening_search().unwrap();
            let worth = search.play_openings(openings, 60, &|_| ()).unwrap();
            assert_eq!([worth.games(), worth.first.pairs(), worth.stronger.pairs()], [12, 6, 6]);
            assert!(worth.plies > 12 * openings[0].len());
            assert_eq!(search.play_openings(openings, 60, &|_| ()), Ok(worth));
        }
    }

    #[test]
    fn twice_the_nodes_are_stronger_and_the_same_nodes_are_not() {
        let mut points = 0.0;
        for (game, book) in with_books() {
            // Half of one node is rounded up to one node.
            let search = game.opening_search().unwrap();
            let level = search.play_openings(&book.openings()[..3], 1, &|_| ()).unwrap();
            assert_eq!(level.stronger.score(), 0.5);
            let worth = search.play_openings(&book.openings()[..16], 100, &|_| ()).unwrap();
            points += worth.stronger.score();
        }
        assert!(points / with_books().count() as f64 > 0.5, "{points}");
    }

    #[test]
    fn an_opening_that_cannot_be_played_is_refused() {
        let search = opening_search("breakthrough").unwrap();
        let openings = [vec!["a2a3".to_owned()], vec!["a2a4".to_owned()]];
        let error = search.play_openings(&openings, 10, &|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("move 1, `a2a4`: "), "{error}");
    }
}
