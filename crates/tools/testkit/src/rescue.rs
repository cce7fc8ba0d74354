use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::panic;
use std::rc::Rc;

use botio::Protocol;
use gamekit::{Notation, Position};
use search::{Evaluate, MoveOrder, Proof, Rank, Score, Tactics};
use searchbot::{Options, Reply, SearchBot, Settings, Turn};

use crate::judge::{Judge, after, legal_moves, read_move};

/// An engine until its evaluation has been asked so many times; then it panics.
struct Fragile<E> {
    engine: E,
    evaluations_left: Cell<u32>,
    has_broken: Rc<Cell<bool>>,
}

/// What the panics say that are wanted here.
const BREAKS: &str = "the evaluation breaks, as it should";

impl<P: Position, E: Evaluate<P>> Evaluate<P> for Fragile<E> {
    type State = E::State;

    fn refresh(&self, pos: &P) -> E::State {
        self.engine.refresh(pos)
    }

    fn update(&self, state: &E::State, before: &P, mv: P::Move, after: &P) -> E::State {
        self.engine.update(state, before, mv, after)
    }

    fn evaluate(&self, pos: &P, state: &E::State) -> Score {
        let left = self.evaluations_left.get();
        if left == 0 {
            self.has_broken.set(true);
            panic!("{BREAKS}");
        }
        self.evaluations_left.set(left - 1);
        self.engine.evaluate(pos, state)
    }
}

impl<P: Position, E: MoveOrder<P>> MoveOrder<P> for Fragile<E> {
    const SLOTS: usize = E::SLOTS;

    fn rank(&self, pos: &P, mv: P::Move) -> Rank {
        self.engine.rank(pos, mv)
    }
}

impl<P: Position, E: Tactics<P>> Tactics<P> for Fragile<E> {
    fn proof(&self, pos: &P) -> Option<Proof> {
        self.engine.proof(pos)
    }

    fn is_threatened(&self, pos: &P) -> bool {
        self.engine.is_threatened(pos)
    }

    fn candidates(&self, pos: &P, visit: impl FnMut(P::Move)) {
        self.engine.candidates(pos, visit);
    }

    fn noisy_candidates(&self, pos: &P, visit: impl FnMut(P::Move)) {
        self.engine.noisy_candidates(pos, visit);
    }

    fn null_move(&self, pos: &P) -> Option<P> {
        self.engine.null_move(pos)
    }

    fn key(&self, pos: &P) -> u64 {
        self.engine.key(pos)
    }

    fn recurrence(&self, pos: &P) -> Option<u64> {
        self.engine.recurrence(pos)
    }
}

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
    // Other panics are still to be told.
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| match info.payload_as_str() {
        Some(BREAKS) => (),
        _ => tell(info),
    }));
    let mut broken = 0;
    for evaluations in [0, 1, 100, 3_000, u32::MAX] {
        let has_broken = Rc::new(Cell::new(false));
        let engine = Fragile {
            engine: engine(),
            evaluations_left: Cell::new(evaluations),
            has_broken: Rc::clone(&has_broken),
        };
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
