//! Engine of Jungle for the search: move ordering, proofs, threats, null moves and hash keys.

use gamekit::Player;
use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics};

use crate::animal::Animal;
use crate::board::{doors, AROUND_DEN, BOARD};
use crate::moves::Move;
use crate::position::Position;
use crate::proof::proof;
use crate::square::Square;
use crate::tables::Tables;
use crate::weights::Weights;

/// Engine of Jungle with the evaluation `V`.
#[derive(Clone)]
pub struct Engine<V = Weights> {
    /// The evaluation.
    pub weights: V,
    tables: Tables,
}

impl<V> Engine<V> {
    /// Returns an engine with this evaluation.
    #[must_use]
    pub fn new(weights: V) -> Engine<V> {
        Engine { weights, tables: Tables::default() }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Weights::default())
    }
}

/// Plies before the last one within which the evaluation fades, since a draw comes nearer.
pub const FADING_PLIES: usize = 48;
/// Plies added to those left in the fading factor, so that a part remains at the last ply.
const FADED_PLIES: usize = 16;

impl<V: Evaluate<Position>> Evaluate<Position> for Engine<V> {
    type State = V::State;

    fn refresh(&self, pos: &Position) -> V::State {
        self.weights.refresh(pos)
    }

    fn update(&self, state: &V::State, before: &Position, mv: Move, after: &Position) -> V::State {
        self.weights.update(state, before, mv, after)
    }

    fn pass(&self, state: &V::State, passed: &Position) -> V::State {
        self.weights.pass(state, passed)
    }

    fn evaluate(&self, pos: &Position, state: &V::State) -> Score {
        let fading = pos.plies_left().min(FADING_PLIES) + FADED_PLIES;
        let worth = self.weights.evaluate(pos, state);
        worth * fading as i32 / (FADING_PLIES + FADED_PLIES) as i32
    }
}

/// Ordering value of a step beside the enemy's den where no enemy can capture the animal.
const RAID: i32 = 300_000;
/// Ordering value of a capture that loses no material (MVV-LVA: most valuable victim, least
/// valuable attacker), to which the animals' values are added.
const CAPTURE: i32 = 100_000;
/// Ordering value of a move onto a square where the animal is captured by a cheaper one or for
/// nothing.
const HANGING: i32 = -30_000;
/// Values of the animals in an exchange: about the material values of the evaluation.
const VALUE: [i32; 8] = [500, 550, 480, 310, 210, 170, 120, 260];

/// Returns the animal that moves, the value of the captured animal, and the moving animal's own
/// value if an enemy can capture it after the move.
fn exchange(pos: &Position, mv: Move) -> (Animal, i32, i32) {
    let (own, enemy) = pos.sides();
    // There is no animal only if the referee lists a move that the rules do not allow.
    let animal = pos.animal_at(own, mv.from).unwrap_or(Animal::Rat);
    let gain = pos.animal_at(enemy, mv.to).map_or(0, |captured| VALUE[captured.index()]);
    let loss = VALUE[animal.index()] * i32::from(pos.is_attacked(own, animal, mv.to));
    (animal, gain, loss)
}

impl<V> MoveOrder<Position> for Engine<V> {
    /// Slots of the history tables: the animal and its target from its side's perspective.
    const SLOTS: usize = Animal::ALL.len() * Square::COUNT;

    fn score_move(&self, pos: &Position, mv: Move) -> MoveScore {
        let (animal, gain, loss) = exchange(pos, mv);
        let is_raid = loss == 0 && mv.to.bit() & doors(pos.sides().1) != 0;
        let value = match gain {
            _ if is_raid => RAID,
            0 if loss == 0 => 0,
            _ if loss > gain => HANGING - loss,
            _ => CAPTURE + EXCHANGE_SCALE * gain - VALUE[animal.index()],
        };
        let to = mv.to.seen_by(pos.sides().0);
        let slot = animal.index() * Square::COUNT + to.index();
        MoveScore { slot, value, is_noisy: is_raid || gain > 0 }
    }
}

/// Factor of the captured animal's value against the capturing animal's (MVV-LVA).
const EXCHANGE_SCALE: i32 = 16;

/// Plies left up to which the hash key contains their exact number.
const EXACT_PLIES: usize = 30;
/// Plies left up to which the hash key contains their rounded number.
const CLOCK_PLIES: usize = 48;
/// Step of the rounding, in plies.
const BUCKET_PLIES: usize = 6;

impl<V> Tactics<Position> for Engine<V> {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        proof(pos, &self.tables)
    }

    fn is_threatened(&self, pos: &Position) -> bool {
        pos.raiders(pos.sides().1) != 0
    }

    /// Visits all moves; against a threat to enter the den only the capture of the animal, since
    /// any other move loses at once.
    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        let wanted = match pos.raiders(pos.sides().1) {
            0 => BOARD,
            threats => threats,
        };
        pos.moves_onto(wanted, visit);
    }

    fn is_candidate(&self, pos: &Position, mv: Move) -> bool {
        let player = pos.sides().0;
        let threats = pos.raiders(pos.sides().1);
        pos.animal_at(player, mv.from).is_some_and(|animal| {
            let prey = pos.prey(player)[animal.index()];
            (threats == 0 || threats & mv.to.bit() != 0)
                && pos.targets(player, animal, prey) & mv.to.bit() != 0
        })
    }

    /// Visits captures that do not lose more than they win, and steps beside the enemy's den.
    fn noisy_candidates(&self, pos: &Position, mut visit: impl FnMut(Move)) {
        pos.moves_onto(pos.occupied(pos.sides().1) | doors(pos.sides().1), |mv| {
            let (_, gain, loss) = exchange(pos, mv);
            if gain >= loss {
                visit(mv);
            }
        });
    }

    /// Returns the position after a null move if both sides have enough animals and no animal is
    /// near the den that it could enter. Near a den the opposition decides which animal gets past
    /// the other, and the obligation to move can be a disadvantage (zugzwang).
    fn null_move(&self, pos: &Position) -> Option<Position> {
        let is_quiet = Player::BOTH.iter().all(|&player| {
            let set = pos.occupied(player);
            set.count_ones() >= FEWEST_TO_PASS
                && set & AROUND_DEN[player.opponent().index()][NEAREST_TO_PASS] == 0
        });
        is_quiet.then(|| pos.passed())
    }

    /// Returns a key in which the plies left are part of the hash only if they matter.
    fn key(&self, pos: &Position) -> u64 {
        let clock = match pos.plies_left() {
            left @ ..=EXACT_PLIES => 1 + left,
            left @ ..=CLOCK_PLIES => CLOCK_PLIES + left / BUCKET_PLIES,
            _ => 0,
        };
        pos.hash_with(clock as u64)
    }

    fn repetition_key(&self, pos: &Position) -> Option<u64> {
        Some(pos.hash_with(0))
    }
}

/// Number of animals per side below which no null move is tried.
const FEWEST_TO_PASS: u32 = 3;
/// Distance of an animal from the enemy's den, in moves, up to which no null move is tried.
const NEAREST_TO_PASS: usize = 3;
