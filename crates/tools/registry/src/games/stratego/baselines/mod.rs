//! One-ply baseline player of Stratego that sees no hidden information: a measure of strength. Its
//! presets differ in the evaluation of steps.

mod bluffer;
mod distances;
mod guess;
mod heuristics;
mod hunter;
mod memory;
mod one_ply;
mod rules;
mod rush;
mod setups;
mod turtle;

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
    OwnBaseline::new(
        "hunter",
        "as rules, but takes and chases every piece that it is known to beat",
        |rng| Box::new(OnePly::new(hunter::STYLE, rng)),
    ),
    OwnBaseline::new(
        "bluffer",
        "as rules, but weak hidden pieces chase strong ones as if they could beat them",
        |rng| Box::new(OnePly::new(bluffer::STYLE, rng)),
    ),
    OwnBaseline::new(
        "turtle",
        "waits behind its lines with back-and-forth steps and attacks only neighbours",
        |rng| Box::new(OnePly::new(turtle::STYLE, rng)),
    ),
];

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fastrand::Rng;
    use gamekit::{Player, Position as _};
    use stratego::Move;

    use super::*;

    fn step_of(name: &str, pos: &Position, seed: u64) -> Move {
        let own = BASELINES.iter().find(|own| own.info.name == name).unwrap();
        (own.make)(Rng::with_seed(seed)).choose(pos, Duration::MAX).unwrap()
    }

    /// Checks that the player makes this step with every seed.
    #[track_caller]
    fn check(name: &str, text: &str, step: &str) {
        let pos: Position = text.parse().unwrap();
        for seed in 0..10 {
            assert_eq!(step_of(name, &pos, seed).to_string(), step, "{text}, seed {seed}");
        }
    }

    /// Checks that the player makes this step with no seed.
    #[track_caller]
    fn check_avoids(name: &str, text: &str, step: &str) {
        let pos: Position = text.parse().unwrap();
        for seed in 0..10 {
            assert_ne!(step_of(name, &pos, seed).to_string(), step, "{text}, seed {seed}");
        }
    }

    #[test]
    fn the_hunter_takes_and_chases_what_it_beats_whatever_takes_back() {
        let guarded = "F9/10/10/P~+9/l~+9/j~+9/10/10/10/9f r 100 9";
        check("hunter", guarded, "0 3 DOWN");
        check_avoids("rules", guarded, "0 3 DOWN");
        check("hunter", "F9/10/10/P~+4l~+4/10/10/10/10/10/9f r 100 9", "0 3 RIGHT");
    }

    #[test]
    fn the_bluffer_approaches_a_known_strong_piece_with_a_weak_hidden_one_and_does_not_attack_it() {
        let far = "F9/10/10/1c~+2E~5/10/10/10/10/10/9f r 100 9";
        check("bluffer", far, "4 3 LEFT");
        check_avoids("rules", far, "4 3 LEFT");
        check_avoids("bluffer", &far.replace('~', "~+").replace("++", "+"), "4 3 LEFT");
        let near = "F9/10/10/1c~+E~7/10/10/10/10/10/9f r 100 9";
        check_avoids("bluffer", near, "2 3 LEFT");
    }

    #[test]
    fn the_turtle_attacks_a_neighbour_and_otherwise_stays_at_home() {
        check("turtle", "F9/10/10/P~+9/l~+9/10/10/10/10/9f r 100 9", "0 3 DOWN");
        check_avoids("turtle", "F9/10/10/T~9/10/10/l~+9/10/10/9f r 100 9", "0 3 DOWN 3");
        let mut rng = Rng::with_seed(1);
        let setups = Player::BOTH.map(|player| draw_setup(player, &mut rng));
        let mut pos = Position::initial().set_up([&setups[0], &setups[1]]);
        while pos.outcome().is_none() {
            let step = step_of("turtle", &pos, rng.u64(..));
            let Move::Step { to, .. } = step else { panic!("{step}") };
            assert_eq!(to.y() > 4, pos.side_to_move() == Player::Second, "{step} in {pos}");
            pos.play_unchecked(step);
        }
        assert_eq!(pos.plies(), 200);
    }
}
