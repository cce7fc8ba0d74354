//! A fault inside the engine never loses the game.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Read};

use breakthrough::{Dialogue, Engine, Move, Position, BUDGET};
use gamekit::Position as _;
use search::{Evaluate, MoveOrder, Proof, Rank, Score, Tactics};
use searchbot::{Options, SearchBot};

/// The bot's engine, until its evaluation has been asked so many times.
struct Fragile {
    evaluations_left: Cell<u32>,
}

impl Evaluate<Position> for Fragile {
    type State = i32;

    fn refresh(&self, pos: &Position) -> i32 {
        Engine.refresh(pos)
    }

    fn update(&self, state: &i32, before: &Position, mv: Move, after: &Position) -> i32 {
        Engine.update(state, before, mv, after)
    }

    fn evaluate(&self, pos: &Position, state: &i32) -> Score {
        let left = self.evaluations_left.get();
        assert_ne!(left, 0, "the evaluation breaks");
        self.evaluations_left.set(left - 1);
        Engine.evaluate(pos, state)
    }
}

impl MoveOrder<Position> for Fragile {
    const SLOTS: usize = <Engine as MoveOrder<Position>>::SLOTS;

    fn rank(&self, pos: &Position, mv: Move) -> Rank {
        Engine.rank(pos, mv)
    }
}

impl Tactics<Position> for Fragile {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        Engine.proof(pos)
    }

    fn is_threatened(&self, pos: &Position) -> bool {
        Engine.is_threatened(pos)
    }

    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        Engine.candidates(pos, visit);
    }

    fn noisy_candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        Engine.noisy_candidates(pos, visit);
    }

    fn null_move(&self, pos: &Position) -> Option<Position> {
        Engine.null_move(pos)
    }
}

/// Answers turns in which the opponent made the moves `last`, after an `opening`, and returns the
/// replies and the log. The lists of legal moves are unreadable: the bot must know its position.
fn play(evaluations: u32, opening: &str, last: &[&str]) -> (String, String) {
    let engine = Fragile { evaluations_left: Cell::new(evaluations) };
    let opening = opening.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    let options = Options { seed: Some(1), nodes: Some(20_000), opening };
    let bot = SearchBot::new(engine, BUDGET, options);
    let (mut replies, mut log) = (Vec::new(), Vec::new());
    let mut input = OneTurnAtATime(last.iter().map(|mv| format!("{mv}\n?\n")).collect());
    botio::run(Dialogue, bot, &mut input, &mut replies, &mut log).unwrap();
    (String::from_utf8(replies).unwrap(), String::from_utf8(log).unwrap())
}

/// Gives each turn to one read, as a judge does who waits for the answer.
struct OneTurnAtATime(VecDeque<String>);

impl Read for OneTurnAtATime {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let turn = self.0.pop_front().unwrap_or_default();
        buffer[..turn.len()].copy_from_slice(turn.as_bytes());
        Ok(turn.len())
    }
}

fn check_legal(replies: &str) {
    let mut pos = Position::initial();
    let moves: Vec<Move> =
        replies.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(moves.len(), 2, "{replies}");
    pos.play(moves[0]).unwrap();
    pos.play("e7e6".parse().unwrap()).unwrap();
    pos.play(moves[1]).unwrap();
}

#[test]
fn a_panic_in_the_search_is_reported_and_a_legal_move_is_played() {
    // The process-wide hook would print the panics of this test.
    std::panic::set_hook(Box::new(|_| ()));
    for evaluations in [0, 1, 100, 3_000] {
        let (replies, log) = play(evaluations, "", &["None", "e7e6"]);
        check_legal(&replies);
        assert!(replies.contains("rescued"), "{replies}");
        assert!(log.contains("panic while thinking"), "{log}");
    }
    let (replies, log) = play(u32::MAX, "", &["None", "e7e6"]);
    check_legal(&replies);
    assert!(!replies.contains("rescued") && !log.contains("panic"), "{replies}{log}");
}

#[test]
fn the_best_move_known_when_the_panic_came_is_played() {
    std::panic::set_hook(Box::new(|_| ()));
    // White wins the piece on e5 for nothing.
    let (replies, _) = play(3_000, "d2d3 e7e6 d3d4", &["None", "e7e6", "e6e5"]);
    assert_eq!(replies, "d2d3 opening\nd3d4 opening\nd4e5 rescued\n");
}
