//! Hand-crafted evaluation of Jungle, with an incrementally updated material balance.

use gamekit::Player;
use search::{Evaluate, Score};

use crate::animal::Animal;
use crate::board::{den_distance, AROUND_DEN};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{squares, Square};
use crate::weights::Weights;

/// Distance from the den, in moves, within which an animal guards it.
const GUARD_DISTANCE: usize = 3;

/// Hand-crafted evaluation, without the fading towards the draw.
impl Evaluate<Position> for Weights {
    /// Values of the animals of the side to move and of their squares, minus the other side's.
    type State = i32;

    fn refresh(&self, pos: &Position) -> i32 {
        let (own, enemy) = pos.sides();
        self.material(pos, own) - self.material(pos, enemy)
    }

    fn update(&self, balance: &i32, before: &Position, mv: Move, after: &Position) -> i32 {
        let (own, enemy) = before.sides();
        match before.animal_at(own, mv.from) {
            Some(animal) if before.occupied(enemy) & mv.to.bit() == 0 => {
                let worth = |sq| self.on_square(own, animal, sq);
                worth(mv.from) - worth(mv.to) - balance
            }
            _ => self.refresh(after),
        }
    }

    fn evaluate(&self, pos: &Position, balance: &i32) -> Score {
        let (own, enemy) = pos.sides();
        balance + self.tempo + self.activity(pos, own, self.attacking)
            - self.activity(pos, enemy, self.attacked)
    }
}

impl Weights {
    /// Returns the value of an animal's square.
    fn on_square(&self, player: Player, animal: Animal, sq: Square) -> i32 {
        let (x, y) = (sq.x(), sq.seen_by(player).y());
        self.square[animal.index()][usize::from(y)][usize::from(x.min(6 - x))]
    }

    /// Returns the value of a player's animals and their squares, against the animals that the
    /// other side still has.
    fn material(&self, pos: &Position, player: Player) -> i32 {
        let animals = |player| {
            squares(pos.occupied(player))
                .filter_map(move |sq| Some((pos.animal_at(player, sq)?, sq)))
        };
        let enemy = player.opponent();
        let mut worth = 0;
        for (animal, sq) in animals(player) {
            worth += self.animal[animal.index()] + self.on_square(player, animal, sq);
            let mut hunters = 0;
            for (other, _) in animals(enemy) {
                if other.captures(animal) {
                    hunters += 1;
                } else if animal.captures(other) {
                    worth += self.dominates[animal.index()];
                }
                if (animal, other) == (Animal::Elephant, Animal::Rat) {
                    worth += self.elephant_fears_rat;
                }
            }
            if hunters == 0 {
                worth += self.unopposed[animal.index()];
            }
        }
        worth
    }

    /// Returns the value of the activity of a player's animals, with `prey_worth` for each enemy
    /// animal that they attack.
    fn activity(&self, pos: &Position, player: Player, prey_worth: [i32; 8]) -> i32 {
        let enemy = player.opponent();
        let (own, enemies) = (pos.occupied(player), pos.occupied(enemy));
        let (mut worth, mut attacked) = (0, 0);
        for (animal, prey) in Animal::ALL.into_iter().zip(pos.prey(player)) {
            let targets = pos.targets(player, animal, prey);
            worth += self.mobility[animal.index()] * targets.count_ones() as i32;
            attacked |= targets & enemies;
        }
        for animal in squares(attacked).filter_map(|sq| pos.animal_at(enemy, sq)) {
            worth += prey_worth[animal.index()];
        }
        let raiders = den_distance(own, enemy);
        if raiders < den_distance(enemies, enemy) {
            worth += self.raid[raiders];
        }
        let guards = (own & AROUND_DEN[player.index()][GUARD_DISTANCE]).count_ones() as usize;
        worth + self.guards[guards.min(self.guards.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    fn evaluate(text: &str) -> i32 {
        let (pos, engine): (Position, _) = (text.parse().unwrap(), Engine::new(Weights::default()));
        engine.evaluate(&pos, &engine.refresh(&pos))
    }

    #[test]
    fn the_evaluation_is_the_same_turned_around_or_mirrored() {
        let check = |texts: [&str; 3]| {
            let [first, turned, mirrored] = texts.map(evaluate);
            assert_eq!((turned, mirrored), (first, first), "{texts:?}");
        };
        check([
            "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0",
            "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0",
            "t5l/1c3d1/e1w1p1r/7/7/7/R1P1W1E/1D3C1/L5T r 0",
        ]);
        check([
            "l6/7/r1p4/1R5/7/7/3E3/7/6L r 20",
            "l6/7/3e3/7/7/5r1/4P1R/7/6L b 20",
            "6l/7/4p1r/5R1/7/7/3E3/7/L6 r 20",
        ]);
    }

    #[test]
    fn the_evaluation_fades_towards_the_last_ply() {
        let at = |plies: u8| evaluate(&format!("l6/7/r1p4/1R5/7/7/3E3/4T2/6L r {plies}"));
        assert!(at(0) > 0);
        assert_eq!(at(0), at(100));
        assert!(at(102) > at(120) && at(120) > at(148));
        assert!(at(148) > 0);
    }

    #[test]
    fn the_elephant_fears_the_rat_and_nothing_else() {
        let worth = |text: &str| {
            let pos: Position = text.parse().unwrap();
            Weights::default().material(&pos, Player::First)
        };
        assert!(worth("r6/7/7/7/7/7/7/7/E6 r 0") < worth("l6/7/7/7/7/7/7/7/E6 r 0"));
    }
}
