use std::cell::RefCell;
use std::io::{self, Read, Write};

use botio::{Options, Protocol};
use gamekit::{Notation, Position};
use search::{Evaluate, MoveOrder, Tactics};
use searchbot::{Reply, SearchBot, Settings, Turn};

use crate::fragile::Fragile;
use crate::judge::{Judge, after, legal_moves, read_move};

/// Checks that a fault inside the engine never loses the game: it is reported, and the best move
/// known so far, or any legal one, is played in that turn and in those that follow.
///
/// The lists of legal moves are unreadable here, so the bot must know its position.
///
/// # Panics
///
/// On the first promise that is broken.
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
    let mut broken = 0;
    for evaluations in [0, 1, 100, 3_000, u32::MAX] {
        let (engine, has_broken) = Fragile::new(engine(), evaluations);
        let options = Options { seed: Some(1), nodes: Some(20_000), ..Options::default() };
        let bot = SearchBot::new(engine, settings.clone(), options);
        let table = Table { judge, played: RefCell::default(), replies: RefCell::default() };
        let mut log = Vec::new();
        let ran = botio::run(dialogue.clone(), bot, &table, &table, &mut log);
        ran.unwrap_or_else(|error| panic!("{error}"));
        let (replies, log) = (table.replies.borrow(), String::from_utf8_lossy(&log));
        assert!(replies.len() == TURNS || table.is_over(), "{replies:?} {log}");
        let has_broken = has_broken.get();
        broken += u32::from(has_broken);
        let is_rescued = replies.iter().any(|reply| reply.ends_with("rescued"));
        assert_eq!(is_rescued, has_broken, "{replies:?}");
        assert_eq!(log.contains("panic while thinking"), has_broken, "{log}");
    }
    assert!(broken > 0, "the evaluation was never asked");
}

/// How many turns the bot is given.
const TURNS: usize = 3;

/// The judge's end of both streams: gives a turn to one read, and plays the reply and an answer to
/// it on one write.
struct Table<'a, P: Position> {
    judge: &'a Judge<P>,
    played: RefCell<Vec<P::Move>>,
    replies: RefCell<Vec<String>>,
}

impl<P: Position> Table<'_, P> {
    /// Tells whether the game has ended.
    fn is_over(&self) -> bool {
        after::<P>(&self.played.borrow()).outcome().is_some()
    }
}

impl<P: Position> Read for &Table<'_, P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.replies.borrow().len() == TURNS || self.is_over() {
            return Ok(0);
        }
        let turn = self.judge.heading(&self.played.borrow()) + "?\n";
        buffer[..turn.len()].copy_from_slice(turn.as_bytes());
        Ok(turn.len())
    }
}

impl<P: Notation> Write for &Table<'_, P> {
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
