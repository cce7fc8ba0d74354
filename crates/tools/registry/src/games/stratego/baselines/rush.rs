//! Style `rush` of the one-ply player: attacks, and otherwise moves forward.

use gamekit::Player;
use stratego::{Square, Survivor, View};

use super::one_ply::Style;

/// Style that attacks any piece that is not known to be stronger, otherwise moves forward,
/// otherwise makes any step; at random among such steps.
pub(super) const STYLE: Style = Style {
    evaluation: |view| Box::new(|from, to| value(view, from, to)),
    noise: 0.0,
    repetition_penalty: 0.0,
};

/// Returns the priority of a step: a lost attack, any step, a step forward, an attack.
fn value(view: &View, from: Square, to: Square) -> f32 {
    let is_lost = match (view.rank_at(from), view.rank_at(to)) {
        (Some(ours), Some(theirs)) => ours.against(theirs) == Survivor::Defender,
        _ => false,
    };
    let is_forward = match view.player() {
        Player::First => to.y() > from.y(),
        Player::Second => to.y() < from.y(),
    };
    match view.enemies() & to.bit() != 0 {
        true if is_lost => 0.0,
        true => 3.0,
        false if is_forward => 2.0,
        false => 1.0,
    }
}
