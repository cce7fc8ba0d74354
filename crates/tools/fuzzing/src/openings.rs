//! Target `openings`: opening books and trees, test positions, and reports of searches.

use std::sync::LazyLock;

use gamekit::{Outcome, Player};
use registry::{Book, Game, OpeningTree, Report, TestPosition, all_games, game};
use serde_json::json;

use crate::edits::edited;
use crate::samples::recorded_games;

/// Plies of an opening.
const PLIES: usize = 3;

/// Reports of searches: those of bots and of UCI engines.
const REPORTS: [&str; 4] = [
    "a2a3 d12 +0.35 240000n",
    "6 8 6 7 d5 win in 7 1234n",
    "info depth 12 seldepth 20 score cp -35 nodes 240000 pv a2a3 b7b6",
    "info depth 3 score mate -2 nodes 99",
];

/// Reads a text of one of the kinds after edits. An opening that is accepted can be played, and a
/// tree survives its own text.
pub fn openings(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 4 {
        0 => read_book(data),
        1 => read_tree(data),
        2 => read_test_position(data),
        _ => read_report(data),
    }
}

fn opening(game: &dyn Game) -> Vec<String> {
    game.random_opening(PLIES, 1).unwrap_or_default()
}

fn read_book(data: &[u8]) {
    static BOOKS: LazyLock<Vec<String>> = LazyLock::new(|| {
        all_games()
            .iter()
            .map(|&game| format!("# a book\n{};\n", opening(game).join(";")))
            .collect()
    });
    let Some((&chosen, data)) = data.split_first() else { return };
    let number = usize::from(chosen) % BOOKS.len();
    let game = all_games()[number];
    if let Ok(book) = Book::parse(&edited(data, &BOOKS[number..=number]), game) {
        assert!(book.openings().iter().all(|moves| game.is_opening(moves) == Ok(true)));
    }
}

fn read_tree(data: &[u8]) {
    static TREES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let tree = |game: &&dyn Game| {
            let mut tree = OpeningTree::new(*game, PLIES);
            let samples = recorded_games().iter();
            for sample in samples.filter(|sample| sample.record.game == game.name()) {
                tree.add(*game, &sample.moves, Outcome::Win(Player::First));
            }
            tree.to_string()
        };
        all_games().iter().map(tree).collect()
    });
    let Ok(mut tree) = OpeningTree::read(edited(data, &TREES).as_bytes()) else { return };
    assert_eq!(OpeningTree::read(tree.to_string().as_bytes()).ok().as_ref(), Some(&tree));
    if let Ok(game) = game(tree.game()) {
        let start = tree.position(&game.referee().position());
        for played in start.into_iter().flat_map(|position| &position.moves) {
            assert!(played.points().is_finite());
            let _ = tree.score_after(played);
        }
    }
    tree.prune(1);
}

fn read_test_position(data: &[u8]) {
    static POSITIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let position = |game: &&dyn Game| {
            let moves = opening(*game);
            json!({"game": game.name(), "moves": moves, "best": [moves.first()]}).to_string()
        };
        all_games().iter().map(position).collect()
    });
    let Ok(position) = serde_json::from_str::<TestPosition>(&edited(data, &POSITIONS)) else {
        return;
    };
    if let Ok(game) = game(&position.game)
        && position.check(game).is_ok()
    {
        assert_eq!(game.is_opening(&position.moves), Ok(true));
    }
}

fn read_report(data: &[u8]) {
    static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| REPORTS.map(str::to_owned).to_vec());
    let text = edited(data, &SAMPLES);
    for report in [Report::of_message(&text), Report::of_stderr(&text), Report::of_info(&text)] {
        let score = report.and_then(|report| report.score);
        assert!(score.is_none_or(f64::is_finite), "{text:?}: {score:?}");
    }
}
