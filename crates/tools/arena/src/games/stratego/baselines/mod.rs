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
            about: "weighs captures, threats and where to go by what it may know, one ply ahead",
        },
        make: |rng| Box::new(Rules::new(rng)),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "rush",
            about: "attacks whatever it does not know to be stronger, or else goes forward",
        },
        make: |rng| Box::new(Rush::new(rng)),
    },
];
