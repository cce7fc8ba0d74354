//! One-ply player of Lamistra that counts material.

use std::time::Duration;

use fastrand::Rng;
use gamekit::{Outcome, Position as _};
use lamistra::{Move, Position, Step};

use super::material::{Values, balance};
use super::naming::{Naming, maximin};
use crate::agent::Choose;

/// One-ply player: makes the step with the best material afterwards, where an attack has the value
/// of its best worst case. It names roles by a fixed rule, without randomness.
///
/// This is the method of the only player of this game with public source (maksverver/lamistra),
/// which counts pieces, all of them the same, looks for the safest role on either side of an
/// attack, and takes the first of equally good steps. So it moves back and forth in a corner until
/// an attack is good. With [`Values::Equal`] and [`Ties::FirstAlongFile`] the moves are the same.
pub(super) struct OnePly {
    values: Values,
    naming: Naming,
    ties: Ties,
}

/// Choice among equally good steps.
pub(super) enum Ties {
    /// A random one. Sooner or later the player opens its own position.
    Random(Rng),
    /// The first one in the order of the cells, from a1 upwards.
    First,
    /// The same, but of the steps of one piece those along its file come first.
    FirstAlongFile,
}

impl OnePly {
    /// More than the value of all pieces together.
    const WIN: i32 = 1_000_000;

    pub(super) const fn new(values: Values, naming: Naming, ties: Ties) -> OnePly {
        OnePly { values, naming, ties }
    }

    fn step(&mut self, pos: &Position) -> Option<Step> {
        let (mut best, mut highest) = (Vec::new(), i32::MIN);
        pos.legal_moves(|mv| {
            let Move::Step(step) = mv else { return };
            let value = self.value(pos, step);
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push(step);
            }
        });
        match &mut self.ties {
            Ties::Random(rng) => rng.choice(best),
            Ties::First => best.first().copied(),
            Ties::FirstAlongFile => best.into_iter().min_by_key(|Step { from, to }| {
                (from.index(), from.rank() == to.rank(), to.index())
            }),
        }
    }

    /// Returns the value of a step for the player who makes it.
    fn value(&self, pos: &Position, step: Step) -> i32 {
        let us = pos.stepper();
        let mut after = *pos;
        after.play_unchecked(Move::Step(step));
        match after.outcome() {
            Some(Outcome::Win(winner)) if winner == us => OnePly::WIN,
            _ => maximin(&after, self.values).unwrap_or_else(|| balance(&after, us, self.values)),
        }
    }
}

impl Choose<Position> for OnePly {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        match pos.attack() {
            None => self.step(pos).map(Move::Step),
            Some(_) => self.naming.name(pos, self.values).map(Move::Name),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::{Notation, Player};

    use super::*;

    /// Checks the steps that are chosen after these moves with many seeds, and the step that is
    /// chosen in the order of the cells.
    #[track_caller]
    fn check(moves: &str, expected: &[&str], expected_first: &str) {
        let mut pos = Position::initial();
        for mv in moves.split_whitespace() {
            pos.play(pos.parse_move(mv).unwrap()).unwrap();
        }
        let ties = |seed| Ties::Random(Rng::with_seed(seed));
        let choose =
            |seed| OnePly::new(Values::ByRole, Naming::Maximin, ties(seed)).step(&pos).unwrap();
        let mut chosen: Vec<String> = (0..50).map(|seed| choose(seed).to_string()).collect();
        chosen.sort();
        chosen.dedup();
        assert_eq!(chosen, expected);
        let first = OnePly::new(Values::ByRole, Naming::Maximin, Ties::First).step(&pos).unwrap();
        assert_eq!(first.to_string(), expected_first);
    }

    #[test]
    fn a_piece_that_may_be_a_bomb_is_left_alone() {
        let all = ["a2-a3", "b3-a3", "c3-c4", "d3-d4", "e3-e4", "g3-g4"];
        check("a3-a4 d5-d4", &all, "a2-a3");
    }

    /// Twenty games of the only player with public source, in each line its place, first or second,
    /// and the moves of both sides. The first steps were random.
    const PUBLISHED: &str = include_str!("../../../../tests/data/lamistra-one-ply.txt");
    /// Number of moves at the beginning of each game that were not chosen by the players.
    const OPENING: usize = 12;

    #[test]
    fn the_moves_of_the_published_player_are_found() {
        let mut player = OnePly::new(Values::Equal, Naming::Maximin, Ties::FirstAlongFile);
        let mut found = 0;
        for line in PUBLISHED.lines() {
            let (place, moves) = line.split_once(' ').unwrap();
            let side = if place == "first" { Player::First } else { Player::Second };
            let mut pos = Position::initial();
            for (index, mv) in moves.split(' ').enumerate() {
                let mv = pos.parse_move(mv).unwrap();
                if pos.side_to_move() == side && index >= OPENING {
                    assert_eq!(player.choose(&pos, Duration::ZERO), Some(mv), "{index} in {line}");
                    found += 1;
                }
                pos.play(mv).unwrap();
            }
        }
        assert_eq!(found, 2041);
    }

    #[test]
    fn a_sure_gain_is_taken() {
        // A general, or any higher role, beats the colonel on a5.
        check("a3-a4 c5-c4 a4-a5 O R c4-d4 g3-g4", &["a6-a5", "b5-a5"], "b5-a5");
    }
}
