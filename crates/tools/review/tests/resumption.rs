//! Reviews are kept, continued, and the same on any number of cores.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::path::PathBuf;

use rayon::ThreadPoolBuilder;
use records::{Record, TurnRecord};
use review::{GameError, GameReview, GameToReview};

use crate::support::{breakthrough, nodes, played_out, review, review_in};

/// Nodes of each search: few, since only the bookkeeping is tested.
const NODES: u64 = 1_000;

/// Returns a finished game.
fn record() -> Record {
    played_out("breakthrough", &breakthrough(), NODES)
}

#[test]
fn a_review_does_not_depend_on_the_number_of_cores() {
    let record = record();
    let on = |jobs| {
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build().unwrap();
        pool.install(|| review(&record, NODES))
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn moves_that_have_been_searched_are_not_searched_again() {
    let (folder, record) = (tempfile::tempdir().unwrap(), record());
    let review = |players| review_in(folder.path(), &record, players, nodes(NODES)).unwrap();
    let (of_first, (done, all)) = review([true, false]);
    let judged = |review: &GameReview| review.moves.iter().flatten().count();
    assert_eq!((done, all), (0, judged(&of_first)));
    let (of_both, (done, of_all)) = review([true; 2]);
    assert_eq!((done, of_all), (all, judged(&of_both)));
    assert_eq!(of_both, support::review(&record, NODES));
    // A review of one player leaves the searches of the other out.
    let (again, (done, left)) = review([true, false]);
    assert_eq!((again, done), (of_first, left));
    // Another limit is another review.
    let other = review_in(folder.path(), &record, [true; 2], nodes(NODES + 1)).unwrap();
    assert_eq!(other.1.0, 0);
}

#[test]
fn the_newest_review_of_a_game_is_found_by_its_moves() {
    let (folder, mut record) = (tempfile::tempdir().unwrap(), record());
    let newest = |record: &Record| GameReview::newest(folder.path(), record);
    assert_eq!(newest(&record), None);
    let (review, _) = review_in(folder.path(), &record, [true; 2], nodes(NODES)).unwrap();
    record.policy = "others/play".to_owned();
    assert_eq!(newest(&record), Some(review));
    record.plies.pop();
    assert_eq!(newest(&record), None);
}

#[test]
fn a_damaged_file_is_an_error_that_names_it() {
    let (folder, record) = (tempfile::tempdir().unwrap(), record());
    let review = || review_in(folder.path(), &record, [true; 2], nodes(NODES));
    review().unwrap();
    let of_game: PathBuf = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let file = fs::read_dir(of_game).unwrap().next().unwrap().unwrap().path();
    fs::write(&file, "{").unwrap();
    let expected =
        format!("{} is damaged: remove it, and its game is reviewed again", file.display());
    assert_eq!(review().unwrap_err().to_string(), expected);
    assert_eq!(GameReview::newest(folder.path(), &record), None);
}

#[test]
fn answers_near_the_limit_of_the_judge_are_late() {
    let mut record = record();
    for (index, ply) in record.plies.iter_mut().enumerate() {
        ply.input = vec![String::new()];
        let time_us = Some(if index == 30 { 96_000 } else { 94_000 });
        ply.turn = Some(TurnRecord { time_us, ..TurnRecord::default() });
    }
    let review = review(&record, NODES);
    let late: Vec<usize> = (0..review.moves.len())
        .filter(|&ply| review.moves[ply].as_ref().is_some_and(|mv| mv.is_late))
        .collect();
    assert_eq!(late, [30]);
    assert_eq!(review.players.map(|player| player.longest_us), [Some(96_000), Some(94_000)]);
}

#[test]
fn moves_of_the_opening_book_are_not_judged() {
    let game = registry::game("breakthrough").unwrap();
    let opening = game.book().unwrap().openings()[0].clone();
    let review = review(&played_out("breakthrough", &opening, NODES), NODES);
    assert!(review.book >= opening.len());
    assert!(review.moves[..review.book].iter().all(Option::is_none));
    assert!(review.moves[review.book..].iter().all(Option::is_some));
}

#[test]
fn a_game_without_rules_or_with_hidden_pieces_is_refused() {
    let refusal = |change: &dyn Fn(&mut Record)| {
        let mut record = record();
        change(&mut record);
        GameToReview::new(&record, String::new()).err().map(|error| error.to_string())
    };
    let stratego = refusal(&|record| record.game = "stratego".to_owned()).unwrap();
    assert!(stratego.ends_with("; `cargo cg careless stratego` counts careless moves"));
    let illegal = refusal(&|record| record.plies[3].mv = "a1a2".to_owned()).unwrap();
    assert!(illegal.starts_with("ply 4: `a1a2` is not legal here"), "{illegal}");
    assert!(illegal.ends_with(": check the file by `cargo cg verify`"), "{illegal}");
    let player = refusal(&|record| record.plies[3].player = 2);
    assert_eq!(player, Some(GameError::UnknownPlayer(4).to_string()));
    assert!(refusal(&|record| record.result = "*".to_owned()).unwrap().contains("1/2-1/2"));
    // The last answer may be a fault, which is not judged.
    assert_eq!(refusal(&|record| record.plies.last_mut().unwrap().mv = "resign".to_owned()), None);
}
