//! Engine that panics after a given number of evaluations, for tests of fault recovery.

use std::cell::Cell;
use std::panic;
use std::rc::Rc;

use gamekit::Position;
use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, SimultaneousMove, Tactics};

/// Wrapper of an engine that panics after a given number of evaluations.
pub struct Fragile<E> {
    engine: E,
    evaluations_left: Cell<u32>,
    has_broken: Rc<Cell<bool>>,
}

/// Message of the intended panics.
const BREAKS: &str = "the evaluation breaks, as it should";

impl<E> Fragile<E> {
    /// Returns an engine that panics after `evaluations` evaluations, and a flag that is set when
    /// it panics. Installs a panic hook that hides the messages of these panics, and of no others.
    pub fn new(engine: E, evaluations: u32) -> (Fragile<E>, Rc<Cell<bool>>) {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| match info.payload_as_str() {
            Some(BREAKS) => (),
            _ => report(info),
        }));
        let has_broken = Rc::new(Cell::new(false));
        let evaluations_left = Cell::new(evaluations);
        (Fragile { engine, evaluations_left, has_broken: Rc::clone(&has_broken) }, has_broken)
    }
}

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

    fn score_move(&self, pos: &P, mv: P::Move) -> MoveScore {
        self.engine.score_move(pos, mv)
    }
}

impl<P: Position, E: Tactics<P>> Tactics<P> for Fragile<E> {
    const HAS_SIMULTANEOUS_MOVES: bool = E::HAS_SIMULTANEOUS_MOVES;
    const LOGITS_PER_UNIT: f64 = E::LOGITS_PER_UNIT;

    fn simultaneous_move(&self, pos: &P) -> Option<SimultaneousMove<P>> {
        self.engine.simultaneous_move(pos)
    }

    fn proof(&self, pos: &P) -> Option<Proof> {
        self.engine.proof(pos)
    }

    fn is_threatened(&self, pos: &P) -> bool {
        self.engine.is_threatened(pos)
    }

    fn candidates(&self, pos: &P, visit: impl FnMut(P::Move)) {
        self.engine.candidates(pos, visit);
    }

    fn is_candidate(&self, pos: &P, mv: P::Move) -> bool {
        self.engine.is_candidate(pos, mv)
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

    fn repetition_key(&self, pos: &P) -> Option<u64> {
        self.engine.repetition_key(pos)
    }
}
