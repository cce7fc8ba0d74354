//! One-ply baseline player of Lamistra: a measure of strength, and an opponent that shows whether a
//! bot's choices of roles are predictable. Its presets differ in the rule by which it names roles.

mod best_response;
mod material;
mod naming;
mod one_ply;

use fastrand::Rng;
use lamistra::Position;

use self::naming::Naming;
use self::one_ply::OnePly;
use crate::agent::{Choose, OwnBaseline};

/// All baselines of this game.
pub(super) const BASELINES: &[OwnBaseline<Position>] = &[
    OwnBaseline::new(
        "maximin",
        "material one ply ahead; names the role with the best worst case",
        |rng| player(Naming::Maximin, rng),
    ),
    OwnBaseline::new(
        "bombs",
        "steps as maximin; defends with bombs, otherwise names the lowest role",
        |rng| player(Naming::Bombs, rng),
    ),
    OwnBaseline::new(
        "lowest",
        "steps as maximin; always names the lowest role that can move",
        |rng| player(Naming::Lowest, rng),
    ),
    OwnBaseline::new(
        "highest",
        "steps as maximin; always names the highest role that can move",
        |rng| player(Naming::Highest, rng),
    ),
    OwnBaseline::new(
        "counter",
        "steps as maximin; names the best response to the bot's one-ply mixed strategy",
        |rng| player(Naming::BestResponse, rng),
    ),
];

fn player(naming: Naming, rng: Rng) -> Box<dyn Choose<Position>> {
    Box::new(OnePly::new(naming, rng))
}
