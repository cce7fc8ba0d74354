//! Mistakes that are planted in games are found at their plies, and nothing else is blamed.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use review::{Mark, MoveReview};

use crate::support::{breakthrough, played_out, record, review};

/// Nodes of each search.
const NODES: u64 = 20_000;

/// Plants the move `wrong` at a ply, from 1, in place of a move that wins. The bot plays on, and
/// the other player wins. The review has to find it as the move that lost the game.
#[track_caller]
fn check_planted(ply: usize, wrong: &str) -> MoveReview {
    let mut moves = breakthrough();
    moves.truncate(ply - 1);
    moves.push(wrong.to_owned());
    let record = played_out("breakthrough", &moves, NODES);
    assert_eq!(record.result, "1-0");
    let review = review(&record, NODES);
    assert_eq!(review.turning_point, Some(ply - 1));
    review.moves[ply - 1].clone().unwrap()
}

#[test]
fn a_winning_capture_that_is_left_out_is_a_blunder_and_a_missed_win() {
    let found = check_planted(68, "c8d7");
    assert_eq!((found.mark, found.search.best.as_str()), (Some(Mark::Blunder), "f8e7"));
    assert_eq!((found.before, found.after, found.is_missed_win), (1.0, 0.0, true));
}

#[test]
fn a_race_that_is_lost_by_one_is_a_blunder_and_a_missed_win() {
    let found = check_planted(70, "b8c7");
    assert_eq!((found.mark, found.search.best.as_str()), (Some(Mark::Blunder), "e4e3"));
    // A win in five plies becomes a loss in six: one ply before the player's own runner arrives.
    assert_eq!((found.search.best_score, found.search.score), (32_000 - 5, -(32_000 - 6)));
    assert!(found.is_missed_win);
}

#[test]
fn a_perfect_ending_is_not_blamed() {
    let won = 67;
    let record = played_out("breakthrough", &breakthrough()[..won], NODES);
    assert_eq!(record.result, "0-1");
    for nodes in [NODES / 10, NODES] {
        let review = review(&record, nodes);
        let winner = review.moves.iter().skip(won).step_by(2).flatten();
        let losses: Vec<f64> = winner.map(|mv| mv.loss).collect();
        assert!(losses.len() >= 3 && losses.iter().all(|&loss| loss == 0.0), "{losses:?}");
        // A lost position has no better move either.
        let loser = review.moves.iter().skip(won + 1).step_by(2).flatten();
        assert!(loser.into_iter().all(|mv| mv.mark.is_none()));
    }
}

#[test]
fn names_of_roles_are_not_judged_and_moves_on_the_board_are() {
    let moves = "c3-c4 g5-g4 g3-g4 R S f5-g5 g4-g3 e5-f5 c4-c3 d5-d4 d3-d4 M M d6-d5";
    let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    let review = review(&record("lamistra", moves.clone(), "1/2-1/2"), 1_000);
    // One attack at least comes after the moves of the opening book.
    assert!(review.book < 10, "{}", review.book);
    let judged = review.moves.iter().map(Option::is_some).skip(review.book);
    assert!(judged.eq(moves.iter().map(|mv| mv.contains('-')).skip(review.book)));
}

#[test]
fn the_turning_point_is_a_move_of_the_loser_and_a_draw_has_none() {
    let mut moves = breakthrough();
    moves.truncate(67);
    moves.push("c8d7".to_owned());
    let turning_point =
        |result| review(&record("breakthrough", moves.clone(), result), 1_000).turning_point;
    assert_eq!(turning_point("1-0"), Some(67));
    assert_eq!(turning_point("1/2-1/2"), None);
    assert_ne!(turning_point("0-1"), Some(67));
}
