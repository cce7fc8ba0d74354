use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use stratego::{Move, Position, Square, Survivor, View};

use super::setups::SetUp;
use crate::agent::Choose;

/// Attacks wherever it does not know better, or else goes forward, or else anywhere: by chance among
/// such steps.
pub(super) struct Rush {
    set_up: SetUp,
    rng: Rng,
}

impl Rush {
    pub(super) fn new(rng: Rng) -> Rush {
        Rush { set_up: SetUp::default(), rng }
    }
}

/// How gladly a step is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Eagerness {
    Lost,
    Anywhere,
    Forward,
    Attack,
}

impl Choose<Position> for Rush {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        let us = pos.side_to_move();
        if pos.is_setting_up(us) {
            return self.set_up.next(pos, &mut self.rng);
        }
        let view = pos.view(us);
        let mut steps = Vec::new();
        pos.legal_moves(|step| steps.push((eagerness(&view, step), step)));
        let most = steps.iter().map(|&(eagerness, _)| eagerness).max()?;
        steps.retain(|&(eagerness, _)| eagerness == most);
        self.rng.choice(steps).map(|(_, step)| step)
    }
}

fn eagerness(view: &View, step: Move) -> Eagerness {
    let Move::Step { from, to } = step else { return Eagerness::Anywhere };
    if view.enemies() & to.bit() == 0 {
        return if is_forward(view, from, to) { Eagerness::Forward } else { Eagerness::Anywhere };
    }
    match (view.rank_at(from), view.rank_at(to)) {
        (Some(ours), Some(theirs)) if ours.against(theirs) == Survivor::Defender => Eagerness::Lost,
        _ => Eagerness::Attack,
    }
}

fn is_forward(view: &View, from: Square, to: Square) -> bool {
    match view.player() {
        Player::First => to.y() > from.y(),
        Player::Second => to.y() < from.y(),
    }
}
