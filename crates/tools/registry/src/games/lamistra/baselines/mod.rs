//! One-ply baseline players of Lamistra: measures of strength, and opponents that show whether a
//! bot's choices of roles are predictable.

mod counter;
mod material;
mod naming;
mod one_ply;

use fastrand::Rng;
use lamistra::Position;

use self::counter::Counter;
use self::naming::Naming;
use self::one_ply::OnePly;
use crate::agent::BaselineInfo;
use crate::agent::{Choose, OwnBaseline};

/// All baselines of this game.
pub(super) const BASELINES: &[OwnBaseline<Position>] = &[
    OwnBaseline {
        info: BaselineInfo {
            name: "maximin",
            about: "material one ply ahead; names the role with the best worst case",
        },
        make: |rng| player(Naming::Maximin, rng),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "bombs",
            about: "steps as maximin; defends with bombs, otherwise names the lowest role",
        },
        make: |rng| player(Naming::Bombs, rng),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "lowest",
            about: "steps as maximin; always names the lowest role that can move",
        },
        make: |rng| player(Naming::Lowest, rng),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "highest",
            about: "steps as maximin; always names the highest role that can move",
        },
        make: |rng| player(Naming::Highest, rng),
    },
    OwnBaseline {
        info: BaselineInfo {
            name: "counter",
            about: "steps as maximin; names the best response to the bot's one-ply mixed strategy",
        },
        make: |rng| Box::new(Counter::new(rng)),
    },
];

fn player(naming: Naming, rng: Rng) -> Box<dyn Choose<Position>> {
    Box::new(OnePly::new(naming, rng))
}
