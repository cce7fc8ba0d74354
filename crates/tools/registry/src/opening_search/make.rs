//! Generation of an opening book: random openings, filtered by a search of the game's bot.

use std::collections::HashSet;

use fastrand::Rng;
use gamekit::Position;
use search::{Limits, Searcher, Task, score};
use trainer::{SearchedGame, legal_moves, on_all_cores};

use crate::book::{BookPlan, MakeBookError};
use crate::text_moves::replay;

/// Openings that are drawn before they are evaluated in parallel.
const WALKS_PER_BATCH: u64 = 32;

/// Number of consecutive walks without a new opening that ends the generation.
const MAX_FRUITLESS_WALKS: u64 = 20_000;

/// Bytes of the transposition table (TT) of the evaluating search: enough for some ten thousand
/// nodes.
pub(super) const TABLE_BYTES: usize = 1 << 20;

/// Draws the moves of a random opening of this many plies; `None` if probably there is none.
type DrawOpening = fn(usize, &mut Rng) -> Option<Vec<String>>;

/// Draws random openings, no two of which lead to the same position, and keeps those that the
/// search of the game's bot evaluates as balanced and without a proven result. Calls `on_found`
/// with the number of openings so far.
pub(crate) fn make_openings<G: SearchedGame>(
    plan: &BookPlan,
    draw: DrawOpening,
    on_found: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<String>>, MakeBookError> {
    let (mut kept, mut seen) = (Vec::new(), HashSet::new());
    let (mut next_walk, mut last_found) = (0, 0);
    while kept.len() < plan.openings {
        let mut drawn = Vec::new();
        for walk in next_walk..next_walk + WALKS_PER_BATCH {
            let moves = draw(plan.plies, &mut plan.rng(walk))
                .ok_or(MakeBookError::NoOpening(plan.plies))?;
            let pos = replay(G::Position::initial(), &moves)
                .expect("a random walk consists of legal moves");
            if seen.insert(pos.to_string()) {
                drawn.push((moves, pos));
            }
        }
        next_walk += WALKS_PER_BATCH;
        let walks = &drawn;
        let balanced = on_all_cores(walks.len(), &|| {
            let mut searcher = Searcher::new(G::Engine::default(), G::PARAMS, TABLE_BYTES);
            Box::new(move |number| is_balanced(&mut searcher, &walks[number].1, plan))
        });
        let found = drawn.into_iter().zip(balanced).filter(|(_, balanced)| *balanced);
        let before = kept.len();
        kept.extend(found.map(|((moves, _), _)| moves).take(plan.openings - before));
        if kept.len() > before {
            last_found = next_walk;
            on_found(kept.len());
        } else if next_walk - last_found >= MAX_FRUITLESS_WALKS {
            let BookPlan { plies, balance, .. } = *plan;
            return Err(MakeBookError::TooFew { found: kept.len(), plies, balance });
        }
    }
    Ok(kept)
}

fn is_balanced<P, E>(searcher: &mut Searcher<P, E>, pos: &P, plan: &BookPlan) -> bool
where
    P: Position,
    E: search::Evaluate<P> + search::MoveOrder<P> + search::Tactics<P>,
{
    searcher.new_game();
    let task = Task { root: pos, moves: &legal_moves(pos), past: &[] };
    let judged = searcher.search(&task, Limits::nodes(plan.nodes), |_| ());
    judged.is_some_and(|found| !score::is_proven(found.score) && found.score.abs() <= plan.balance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::list::GAMES;
    use crate::lookup::game;

    const PLAN: BookPlan = BookPlan { openings: 12, plies: 5, nodes: 300, balance: 60, seed: 3 };

    fn make(game: &dyn Game, plan: &BookPlan) -> Result<Vec<Vec<String>>, MakeBookError> {
        Ok(game.opening_search().unwrap().make_book(plan, &mut |_| ())?.openings().to_vec())
    }

    #[test]
    fn the_same_plan_makes_the_same_book_on_any_number_of_threads() {
        for &game in GAMES.iter().filter(|game| game.book().is_some()) {
            let book = make(game, &PLAN).unwrap();
            let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            assert_eq!(one_thread.install(|| make(game, &PLAN)).unwrap(), book);
            assert_ne!(make(game, &BookPlan { seed: 4, ..PLAN }).unwrap(), book);
            let fewer = make(game, &BookPlan { openings: 5, ..PLAN }).unwrap();
            assert_eq!(fewer, book[..5]);
        }
    }

    #[test]
    fn a_book_holds_what_was_asked_for() {
        let game = game("breakthrough").unwrap();
        let mut found = Vec::new();
        let book = game
            .opening_search()
            .unwrap()
            .make_book(&PLAN, &mut |number| found.push(number))
            .unwrap();
        assert_eq!(book.openings().len(), 12);
        assert!(book.openings().iter().all(|moves| moves.len() == 5));
        assert_eq!(found.last(), Some(&12));
        let command = "cargo cg book breakthrough --openings 12 --plies 5 --nodes 300 \
                       --balance 60 --seed 3";
        assert_eq!(book.made_by(), Some(command));
    }

    #[test]
    fn a_narrower_balance_keeps_the_more_balanced_openings() {
        let game = game("breakthrough").unwrap();
        let wide = make(game, &BookPlan { balance: 30_000, openings: 150, ..PLAN }).unwrap();
        let narrow = make(game, &BookPlan { balance: 20, ..PLAN }).unwrap();
        assert!(narrow.iter().all(|opening| wide.contains(opening)));
        assert_ne!(narrow, wide[..12]);
    }

    #[test]
    fn a_plan_that_asks_for_too_much_is_refused() {
        let game = game("breakthrough").unwrap();
        let plan = BookPlan { plies: 1, openings: 23, balance: 30_000, nodes: 10, seed: 1 };
        let refused = MakeBookError::TooFew { found: 22, plies: 1, balance: 30_000 };
        assert_eq!(make(game, &plan), Err(refused));
        let plan = BookPlan { plies: 300, ..PLAN };
        assert_eq!(make(game, &plan), Err(MakeBookError::NoOpening(300)));
    }
}
