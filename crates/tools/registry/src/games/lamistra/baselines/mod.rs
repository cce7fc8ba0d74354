//! Baselines of Lamistra: one-ply players that count material, a measure of strength, and opponents
//! that show whether a bot's choices of roles are predictable and whether it opens a closed
//! position. Most are presets of one player, which differ in the rule by which it names roles.

mod best_response;
mod fortress;
mod material;
mod naming;
mod one_ply;
mod two_ply;

use lamistra::Position;

use self::fortress::Fortress;
use self::material::Values;
use self::naming::Naming;
use self::one_ply::{OnePly, Ties};
use self::two_ply::TwoPly;
use crate::agent::{Choose, OwnBaseline};

/// All baselines of this game.
pub(super) const BASELINES: &[OwnBaseline<Position>] = &[
    OwnBaseline::new(
        "maximin",
        "material one ply ahead; names the role with the best worst case",
        |rng| player(Naming::Maximin, Ties::Random(rng)),
    ),
    OwnBaseline::new(
        "bombs",
        "steps as maximin; defends with bombs, otherwise names the lowest role",
        |rng| player(Naming::Bombs, Ties::Random(rng)),
    ),
    OwnBaseline::new(
        "lowest",
        "steps as maximin; always names the lowest role that can move",
        |rng| player(Naming::Lowest, Ties::Random(rng)),
    ),
    OwnBaseline::new(
        "highest",
        "steps as maximin; always names the highest role that can move",
        |rng| player(Naming::Highest, Ties::Random(rng)),
    ),
    OwnBaseline::new(
        "counter",
        "steps as maximin; names the best response to the bot's one-ply mixed strategy",
        |rng| player(Naming::BestResponse, Ties::Random(rng)),
    ),
    OwnBaseline::new(
        "maximin-ordered",
        "maximin, but takes the first of equally good steps, from a1 upwards",
        |_| player(Naming::Maximin, Ties::First),
    ),
    OwnBaseline::new("bombs-ordered", "bombs, with equally good steps in the same order", |_| {
        player(Naming::Bombs, Ties::First)
    }),
    OwnBaseline::new("lowest-ordered", "lowest, with equally good steps in the same order", |_| {
        player(Naming::Lowest, Ties::First)
    }),
    OwnBaseline::new(
        "highest-ordered",
        "highest, with equally good steps in the same order",
        |_| player(Naming::Highest, Ties::First),
    ),
    OwnBaseline::new(
        "counter-ordered",
        "counter, with equally good steps in the same order",
        |_| player(Naming::BestResponse, Ties::First),
    ),
    OwnBaseline::new(
        "pieces-ordered",
        "maximin-ordered with pieces of equal value: the moves of the published player",
        |_| Box::new(OnePly::new(Values::Equal, Naming::Maximin, Ties::FirstAlongFile)),
    ),
    OwnBaseline::new(
        "counter-two-ply",
        "as counter, but steps and names by the bot's search of two plies",
        |_| Box::new(TwoPly),
    ),
    OwnBaseline::new(
        "fortress",
        "waits near its back rank; attacks only to win a piece for certain",
        |_| Box::new(Fortress),
    ),
];

fn player(naming: Naming, ties: Ties) -> Box<dyn Choose<Position>> {
    Box::new(OnePly::new(Values::ByRole, naming, ties))
}
