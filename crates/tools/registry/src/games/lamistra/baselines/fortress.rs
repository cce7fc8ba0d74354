//! Player of Lamistra that keeps its position closed.

use std::time::Duration;

use gamekit::{Player, Position as _};
use lamistra::{Move, Position, Step};

use super::material::{Values, balance};
use super::naming::{Naming, maximin};
use crate::agent::Choose;

/// Player that waits: it makes the attack that wins the most for certain, if there is one, and
/// otherwise the step that ends nearest to its back rank, of equal ones the first from a1 upwards.
/// It names the role with the best worst case.
///
/// It never opens its own position, so the game is a draw unless the opponent attacks.
pub(super) struct Fortress;

impl Fortress {
    fn step(pos: &Position) -> Option<Step> {
        let us = pos.stepper();
        let now = balance(pos, us, Values::ByRole);
        let (mut attack, mut quiet) = (None, None);
        pos.legal_moves(|mv| {
            let Move::Step(step) = mv else { return };
            let mut after = *pos;
            after.play_unchecked(mv);
            match maximin(&after, Values::ByRole) {
                Some(value) if attack.is_none_or(|(best, _)| value > best) => {
                    attack = Some((value, step));
                }
                Some(_) => (),
                None => {
                    let rank = match us {
                        Player::First => step.to.rank(),
                        Player::Second => 6 - step.to.rank(),
                    };
                    if quiet.is_none_or(|(best, _)| rank < best) {
                        quiet = Some((rank, step));
                    }
                }
            }
        });
        let winning = attack.filter(|(value, _)| *value > now);
        let quiet = quiet.map(|(_, step)| step);
        winning.map(|(_, step)| step).or(quiet).or(attack.map(|(_, step)| step))
    }
}

impl Choose<Position> for Fortress {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        match pos.attack() {
            None => Fortress::step(pos).map(Move::Step),
            Some(_) => Naming::Maximin.name(pos, Values::ByRole).map(Move::Name),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Notation;

    use super::*;

    /// Plays `moves` and then steps of the player for both sides.
    #[track_caller]
    fn check(moves: &str, expected: &str) {
        let mut pos = Position::initial();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        let mut steps = Vec::new();
        for _ in expected.split_whitespace() {
            let step = Fortress::step(&pos).unwrap();
            steps.push(step.to_string());
            pos.play(Move::Step(step)).unwrap();
        }
        assert_eq!(steps.join(" "), expected);
    }

    #[test]
    fn pieces_move_back_and_forth_near_the_back_rank() {
        let steps = "a3-a4 c5-c4 a2-a3 b5-c5 a1-a2 a5-b5 b1-a1 a6-a5 c1-b1 b6-a6 d1-c1 b5-b6";
        check("", steps);
    }

    #[test]
    fn only_a_sure_gain_is_taken() {
        // A piece that may be a bomb is left alone; any higher role beats the named colonel.
        check("a3-a4 d5-d4", "a2-a3");
        check("a3-a4 c5-c4 a4-a5 O R c4-d4 g3-g4", "b5-a5");
    }
}
