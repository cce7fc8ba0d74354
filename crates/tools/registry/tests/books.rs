//! Tests of the opening books that ship.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::HashSet;

use registry::{Book, BookPlan, GAMES, Game};

/// Parses the plan from a book's first line.
fn plan_of(game: &dyn Game, book: &Book) -> BookPlan {
    let command = book.made_by().unwrap();
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..4], ["cargo", "cg", "book", game.name()], "{command}");
    let number = |option: &str| {
        let at = words.iter().position(|&word| word == option).unwrap();
        words[at + 1].parse::<u64>().unwrap()
    };
    let plan = BookPlan {
        openings: number("--openings") as usize,
        plies: number("--plies") as usize,
        nodes: number("--nodes"),
        balance: number("--balance") as i32,
        seed: number("--seed"),
    };
    assert_eq!(plan.command(game.name()), command);
    plan
}

/// Returns every game that ships a book, with the book.
fn books() -> impl Iterator<Item = (&'static dyn Game, Book)> {
    GAMES.iter().filter_map(|&game| Some((game, game.book()?)))
}

#[test]
fn the_openings_of_every_game_lead_to_different_open_positions() {
    assert!(books().count() >= 4);
    for (game, book) in books() {
        // Parsing the text again plays every opening, as for a user's book.
        assert_eq!(Book::parse(&book.to_string(), game).unwrap(), book);
        assert!(!book.openings().is_empty(), "{}", game.name());
        let mut positions = HashSet::new();
        for opening in book.openings() {
            let mut referee = game.referee();
            opening.iter().for_each(|mv| referee.apply(mv).unwrap());
            assert_eq!(referee.moves(), opening);
            assert_eq!(referee.verdict(), None, "{opening:?}");
            assert!(positions.insert(referee.position()), "{opening:?}");
        }
    }
}

/// Checks the first line, the command that made the book: the openings of the book are, in their
/// order, among the random walks that the command draws. Without evaluation all these walks are
/// kept. The evaluation is left out here, since otherwise every change of a bot would require
/// another book. The unit tests of book generation check that the same options make the same book.
#[test]
fn a_books_first_line_draws_its_openings() {
    const CHECKED: usize = 10;
    const WALKS: usize = 150;
    for (game, book) in books() {
        let plan = plan_of(game, &book);
        assert_eq!(plan.openings, book.openings().len());
        assert!(book.openings().iter().all(|opening| opening.len() == plan.plies));
        let everything = BookPlan { openings: WALKS, nodes: 1, balance: i32::MAX, ..plan };
        let walks = game.opening_search().unwrap().make_book(&everything, &mut |_| ()).unwrap();
        let mut walks = walks.openings().iter();
        for opening in &book.openings()[..CHECKED] {
            assert!(walks.any(|walk| walk == opening), "{}: {opening:?}", game.name());
        }
    }
}
