//! Contract test for the recovery of a bot from a panic in its engine.

use std::cell::RefCell;
use std::io::{self, Read, Write};

use botio::{Options, Protocol};
use gamekit::{Notation, Position};
use search::{Evaluate, MoveOrder, Tactics};
use searchbot::{Reply, SearchBot, Settings, Turn};

use crate::fragile::Fragile;
use crate::judge::{Judge, after, legal_moves, read_move};

/// Checks that a panic of the engine never loses the game: the bot reports it, and plays the best
/// move found so far, or any legal move, in this turn and in the following turns.
///
/// The lists of legal moves are unreadable in this test, so that the bot has to track the position.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_rescue<P, E, D>(
    engine: impl Fn() -> E,
    dialogue: &D,
    settings: &Settings,
    judge: &Judge<P>,
) where
    P: Notation,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
    D: Protocol<Turn = Turn<P>, Reply = Reply<P::Move>> + Clone,
{
    let mut panics = 0;
    for evaluations in [0, 1, 100, 3_000, u32::MAX] {
        let (engine, has_broken) = Fragile::new(engine(), evaluations);
        let options = Options { seed: Some(1), nodes: Some(20_000), ..Options::default() };
        let bot = SearchBot::new(engine, settings.clone(), options);
        let streams =
            JudgeStreams { judge, played: RefCell::default(), replies: RefCell::default() };
        let mut log = Vec::new();
        let ran = botio::run(dialogue.clone(), bot, &streams, &streams, &mut log);
        ran.unwrap_or_else(|error| panic!("{error}"));
        let (replies, log) = (streams.replies.borrow(), String::from_utf8_lossy(&log));
        assert!(replies.len() == TURNS || streams.is_over(), "{replies:?} {log}");
        let has_broken = has_broken.get();
        panics += u32::from(has_broken);
        let is_rescued = replies.iter().any(|reply| reply.ends_with("rescued"));
        assert_eq!(is_rescued, has_broken, "{replies:?}");
        assert_eq!(log.contains("panic while thinking"), has_broken, "{log}");
    }
    assert!(panics > 0, "the evaluation was never called");
}

/// Number of turns that the bot plays.
const TURNS: usize = 3;

/// Judge's end of the bot's standard input and output. One read returns one turn. One write plays
/// the reply of the bot and a move of the opponent.
struct JudgeStreams<'a, P: Position> {
    judge: &'a Judge<P>,
    played: RefCell<Vec<P::Move>>,
    replies: RefCell<Vec<String>>,
}

impl<P: Position> JudgeStreams<'_, P> {
    /// Returns `true` if the game has ended.
    fn is_over(&self) -> bool {
        after::<P>(&self.played.borrow()).outcome().is_some()
    }
}

impl<P: Position> Read for &JudgeStreams<'_, P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.replies.borrow().len() == TURNS || self.is_over() {
            return Ok(0);
        }
        let turn = self.judge.heading(&self.played.borrow()) + "?\n";
        buffer[..turn.len()].copy_from_slice(turn.as_bytes());
        Ok(turn.len())
    }
}

impl<P: Notation> Write for &JudgeStreams<'_, P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let reply = String::from_utf8_lossy(bytes).trim_end().to_owned();
        let mut played = self.played.borrow_mut();
        played.push(read_move::<P>(&reply));
        let answers = legal_moves(&after::<P>(&played));
        played.extend(answers.first());
        self.replies.borrow_mut().push(reply);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
