//! One-ply player of Stratego: makes the step with the highest value.

use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Position as _};
use stratego::{Move, Position, Square, View};

use super::memory::BoardHistory;
use super::setups::SetupPlacer;
use crate::agent::Choose;

/// Parameters of the player.
pub(super) struct Style {
    /// Returns the evaluation of steps in the turn of the player who sees the view, in points.
    pub(super) evaluation: for<'a> fn(&'a View) -> Evaluation<'a>,
    /// Largest random bonus of a step, in points. If it is 0, equal steps are equally likely.
    pub(super) noise: f32,
    /// Penalty in points for each earlier occurrence of a board.
    pub(super) repetition_penalty: f32,
}

/// Evaluation of the steps of one turn: the points of a step between two squares.
pub(super) type Evaluation<'a> = Box<dyn Fn(Square, Square) -> f32 + 'a>;

/// One-ply player: evaluates every step by its style, and makes the best.
///
/// It sees only a [`View`].
pub(super) struct OnePly {
    style: Style,
    placer: SetupPlacer,
    history: BoardHistory,
    rng: Rng,
}

impl OnePly {
    pub(super) fn new(style: Style, rng: Rng) -> OnePly {
        OnePly { style, placer: SetupPlacer::default(), history: BoardHistory::default(), rng }
    }

    /// Chooses among the legal steps of `pos` for the player who sees `view`.
    fn step(&mut self, pos: &Position, view: &View) -> Option<Move> {
        let Style { evaluation, noise, repetition_penalty } = self.style;
        self.history.update(view);
        let evaluation = evaluation(view);
        let (mut best, mut highest) = (Vec::new(), f32::MIN);
        pos.legal_moves(|step| {
            let Move::Step { from, to } = step else { return };
            let mut value = evaluation(from, to);
            if noise > 0.0 {
                value += noise * self.rng.f32();
            }
            if repetition_penalty > 0.0 && view.enemies() & to.bit() == 0 {
                value -= repetition_penalty * self.history.visits(view, step) as f32;
            }
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push(step);
            }
        });
        let step = if noise > 0.0 { best.first().copied() } else { self.rng.choice(best) }?;
        self.history.note(view, step);
        Some(step)
    }
}

impl Choose<Position> for OnePly {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        let us = pos.side_to_move();
        if pos.is_setting_up(us) {
            return self.placer.next(pos, &mut self.rng);
        }
        self.step(pos, &pos.view(us))
    }
}
