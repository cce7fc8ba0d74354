//! Baseline players of Stratego that follow heuristic rules and see no hidden information: measures
//! of strength.

mod distances;
mod guess;
mod memory;
mod rules;
mod rush;
mod setups;

use stratego::Position;

use self::rules::Rules;
use self::rush::Rush;
pub(super) use self::setups::draw as draw_setup;
use crate::agent::BaselineInfo;
use crate::agent::OwnBaseline;

/// All baselines of this game.
pub(super) const BASELINES: &[OwnBaseline<Position>] = &[
    OwnBaseline {
        info: BaselineInfo {
            name: "rules",
            about: "scores captures, threats and advances one ply ahead, from its own information",
        },
        make: |rng| Box::new(Rules::new(rng)),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "rush",
            about: "attacks any piece that is not known to be stronger, otherwise moves forward",
        },
        make: |rng| Box::new(Rush::new(rng)),
    },
];
