//! Baseline `rush` of Stratego: attacks, and otherwise moves forward.

use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use stratego::{Move, Position, Square, Survivor, View};

use super::setups::SetupPlacer;
use crate::agent::Choose;

/// Player that attacks any piece that it does not know to be stronger, otherwise moves forward,
/// otherwise makes any step; at random among such steps.
pub(super) struct Rush {
    placer: SetupPlacer,
    rng: Rng,
}

impl Rush {
    pub(super) fn new(rng: Rng) -> Rush {
        Rush { placer: SetupPlacer::default(), rng }
    }
}

/// Priority of a step; the largest is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StepPriority {
    Lost,
    Anywhere,
    Forward,
    Attack,
}

impl Choose<Position> for Rush {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        let us = pos.side_to_move();
        if pos.is_setting_up(us) {
            return self.placer.next(pos, &mut self.rng);
        }
        let view = pos.view(us);
        let mut steps = Vec::new();
        pos.legal_moves(|step| steps.push((priority(&view, step), step)));
        let most = steps.iter().map(|&(priority, _)| priority).max()?;
        steps.retain(|&(priority, _)| priority == most);
        self.rng.choice(steps).map(|(_, step)| step)
    }
}

fn priority(view: &View, step: Move) -> StepPriority {
    let Move::Step { from, to } = step else { return StepPriority::Anywhere };
    if view.enemies() & to.bit() == 0 {
        return if is_forward(view, from, to) {
            StepPriority::Forward
        } else {
            StepPriority::Anywhere
        };
    }
    match (view.rank_at(from), view.rank_at(to)) {
        (Some(ours), Some(theirs)) if ours.against(theirs) == Survivor::Defender => {
            StepPriority::Lost
        }
        _ => StepPriority::Attack,
    }
}

fn is_forward(view: &View, from: Square, to: Square) -> bool {
    match view.player() {
        Player::First => to.y() > from.y(),
        Player::Second => to.y() < from.y(),
    }
}
