//! One-ply baseline player of Stratego that sees no hidden information: a measure of strength. Its
//! presets differ in the evaluation of steps.

mod distances;
mod guess;
mod memory;
mod one_ply;
mod rules;
mod rush;
mod setups;

use stratego::Position;

use self::one_ply::OnePly;
pub(super) use self::setups::draw as draw_setup;
use crate::agent::OwnBaseline;

/// All baselines of this game.
pub(super) const BASELINES: &[OwnBaseline<Position>] = &[
    OwnBaseline::new(
        "rules",
        "scores captures, threats and advances one ply ahead, from its own information",
        |rng| Box::new(OnePly::new(rules::STYLE, rng)),
    ),
    OwnBaseline::new(
        "rush",
        "attacks any piece that is not known to be stronger, otherwise moves forward",
        |rng| Box::new(OnePly::new(rush::STYLE, rng)),
    ),
];
