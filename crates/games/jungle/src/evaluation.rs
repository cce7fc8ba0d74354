use gamekit::Player;

use crate::board::{around_den, den_distance};
use crate::proof::sides;
use crate::{Animal, Position, Square, Weights};

/// What is kept up to date from move to move, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// How much more its animals' squares are worth.
    squares: i32,
    /// How much more its animals are worth against those of the other side.
    material: i32,
}

/// Moves from the den within which an animal guards it.
const GUARD_DISTANCE: usize = 3;

/// Plies before the last from which on the worth of a position fades: a draw comes nearer.
const FADING_PLIES: usize = 48;
/// What is left of it at the last ply, as if so many plies were added.
const FADED_PLIES: usize = 16;

impl Weights {
    /// Computes the balance of `pos` from nothing.
    pub(crate) fn balance(&self, pos: &Position) -> Balance {
        let (own, enemy) = sides(pos);
        Balance {
            squares: self.squares(pos, own) - self.squares(pos, enemy),
            material: self.material(pos, own) - self.material(pos, enemy),
        }
    }

    /// Computes the balance of `after`, to which a move of `animal` between two squares leads.
    #[inline]
    pub(crate) fn updated(
        &self,
        balance: &Balance,
        before: &Position,
        mv: crate::Move,
        after: &Position,
    ) -> Balance {
        let (own, enemy) = sides(before);
        let Balance { mut squares, mut material } = *balance;
        if let Some(animal) = before.animal_at(own, mv.from) {
            squares += self.on_square(own, animal, mv.to) - self.on_square(own, animal, mv.from);
        }
        if let Some(captured) = before.animal_at(enemy, mv.to) {
            squares += self.on_square(enemy, captured, mv.to);
            material = self.material(after, own) - self.material(after, enemy);
        }
        Balance { squares: -squares, material: -material }
    }

    #[inline]
    fn on_square(&self, player: Player, animal: Animal, sq: Square) -> i32 {
        let seen = sq.seen_by(player);
        let x = seen.x().min(Square::COLUMNS - 1 - seen.x());
        self.square[animal.index()][usize::from(seen.y())][usize::from(x)]
    }

    fn squares(&self, pos: &Position, player: Player) -> i32 {
        animals(pos, player)
            .map(|animal| self.on_square(player, animal, pos.square_of(player, animal)))
            .sum()
    }

    /// Returns the worth of a player's animals against those that the other side still has.
    fn material(&self, pos: &Position, player: Player) -> i32 {
        let enemy = player.opponent();
        let is_alive = |animal: &Animal| pos.square_of(enemy, *animal) != Square::NOWHERE;
        let enemies = Animal::ALL.iter().filter(|animal| is_alive(animal));
        let mut worth = 0;
        for animal in animals(pos, player) {
            let (mut dominated, mut hunters) = (0, 0);
            for other in enemies.clone() {
                let is_hunted = other.captures(animal);
                hunters += i32::from(is_hunted);
                dominated += i32::from(animal.captures(*other) && !is_hunted);
            }
            let index = animal.index();
            worth += self.animal[index] + self.dominates[index] * dominated;
            worth += if hunters == 0 { self.unopposed[index] } else { 0 };
            if animal == Animal::Elephant && is_alive(&Animal::Rat) {
                worth += self.elephant_fears_rat;
            }
        }
        worth
    }

    /// Returns the worth of `pos` for the side to move.
    #[inline]
    pub(crate) fn evaluate(&self, pos: &Position, balance: &Balance) -> i32 {
        let (own, enemy) = sides(pos);
        let mine = self.activity(pos, own, &self.attacking);
        let theirs = self.activity(pos, enemy, &self.attacked);
        let worth = balance.squares + balance.material + self.tempo + mine.worth - theirs.worth
            + mine.attacks
            + theirs.attacks;
        let fading = pos.plies_left().min(FADING_PLIES) + FADED_PLIES;
        worth * fading as i32 / (FADING_PLIES + FADED_PLIES) as i32
    }

    /// Returns the worth of what a player's animals can do, and `per_prey` for the enemy's animals
    /// that they attack.
    #[inline]
    fn activity(&self, pos: &Position, player: Player, per_prey: &[i32; 8]) -> Activity {
        let enemy = player.opponent();
        let enemies = pos.occupied(enemy);
        let prey = pos.prey(player);
        let (mut worth, mut attacked) = (0, 0);
        for animal in Animal::ALL {
            let prey = prey[animal.index()];
            let steps = pos.steps(player, animal, prey);
            worth += self.step[animal.index()] * steps.count_ones() as i32;
            attacked |= steps & enemies;
            if animal.leaps() {
                pos.leaps(player, animal, prey, |to| {
                    worth += self.leap;
                    attacked |= to.bit() & enemies;
                });
            }
        }
        let attacks = crate::squares(attacked)
            .filter_map(|sq| pos.animal_at(enemy, sq))
            .map(|animal| per_prey[animal.index()])
            .sum();
        let own = pos.occupied(player);
        let raiders = den_distance(own, enemy);
        if raiders < den_distance(enemies, enemy) {
            worth += self.raid[raiders];
        }
        let guards = (own & around_den(player, GUARD_DISTANCE)).count_ones() as usize;
        worth += self.guards[guards.min(self.guards.len() - 1)];
        Activity { worth, attacks }
    }
}

/// What one side's animals can do.
struct Activity {
    worth: i32,
    /// For the animals of the other side that they attack.
    attacks: i32,
}

fn animals(pos: &Position, player: Player) -> impl Iterator<Item = Animal> + '_ {
    Animal::ALL.into_iter().filter(move |&animal| pos.square_of(player, animal) != Square::NOWHERE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(text: &str) -> i32 {
        let (pos, weights): (Position, _) = (text.parse().unwrap(), Weights::default());
        weights.evaluate(&pos, &weights.balance(&pos))
    }

    #[test]
    fn a_position_is_worth_as_much_turned_around_or_mirrored() {
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
    fn the_worth_of_a_position_fades_towards_the_last_ply() {
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
