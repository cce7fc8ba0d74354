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

/// What the bot knows of Jungle, whatever `V` says positions are worth.
#[derive(Clone)]
pub struct Engine<V = Weights> {
    /// What things are worth.
    pub weights: V,
    tables: Tables,
}

impl<V> Engine<V> {
    /// Returns an engine for which positions are worth what `weights` says.
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

/// Plies before the last from which on the worth of a position fades: a draw comes nearer.
pub const FADING_PLIES: usize = 48;
/// What is left of it at the last ply, as if so many plies were added.
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

/// Ordering value of a step beside the enemy's den where nothing captures the animal.
const RAID: i32 = 300_000;
/// Ordering value of a capture that loses nothing, to which the animals' values are added.
const CAPTURE: i32 = 100_000;
/// Ordering value of a move to where the animal is captured, by something cheaper or for nothing.
const HANGING: i32 = -30_000;
/// By animal, what counts in an exchange: about what the evaluation starts with.
const VALUE: [i32; 8] = [500, 550, 480, 310, 210, 170, 120, 260];

/// Returns the animal that moves, the value of what it captures, and its own value if an enemy can
/// capture it then.
fn exchange(pos: &Position, mv: Move) -> (Animal, i32, i32) {
    let (own, enemy) = pos.sides();
    // Only a move that the referee lists and the rules do not know can be one of no animal.
    let animal = pos.animal_at(own, mv.from).unwrap_or(Animal::Rat);
    let gain = pos.animal_at(enemy, mv.to).map_or(0, |captured| VALUE[captured.index()]);
    let loss = VALUE[animal.index()] * i32::from(pos.is_attacked(own, animal, mv.to));
    (animal, gain, loss)
}

impl<V> MoveOrder<Position> for Engine<V> {
    /// The animal and its target as its side sees it.
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

/// How much more what is captured counts than what captures.
const EXCHANGE_SCALE: i32 = 16;

/// Plies left from which on positions that differ in them are taken for different ones.
const EXACT_PLIES: usize = 30;
/// Plies left from which on the plies left matter roughly.
const CLOCK_PLIES: usize = 48;
/// How roughly.
const BUCKET_PLIES: usize = 6;

impl<V> Tactics<Position> for Engine<V> {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        proof(pos, &self.tables)
    }

    fn is_threatened(&self, pos: &Position) -> bool {
        pos.raiders(pos.sides().1) != 0
    }

    /// Against a threat to enter the den only the capture of the animal does not lose at once.
    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        let wanted = match pos.raiders(pos.sides().1) {
            0 => BOARD,
            threats => threats,
        };
        pos.moves_onto(wanted, visit);
    }

    /// Captures that do not lose more than they win, and steps beside the enemy's den.
    fn noisy_candidates(&self, pos: &Position, mut visit: impl FnMut(Move)) {
        pos.moves_onto(pos.occupied(pos.sides().1) | doors(pos.sides().1), |mv| {
            let (_, gain, loss) = exchange(pos, mv);
            if gain >= loss {
                visit(mv);
            }
        });
    }

    /// Passing is worse than moving while both sides have something to move and nobody is near a
    /// den that he could enter: the opposition decides who gets past whom.
    fn null_move(&self, pos: &Position) -> Option<Position> {
        let is_quiet = Player::BOTH.iter().all(|&player| {
            let set = pos.occupied(player);
            set.count_ones() >= FEWEST_TO_PASS
                && set & AROUND_DEN[player.opponent().index()][NEAREST_TO_PASS] == 0
        });
        is_quiet.then(|| pos.passed())
    }

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

/// Animals a side below which nobody passes.
const FEWEST_TO_PASS: u32 = 3;
/// Moves from the enemy's den within which an animal forbids to pass.
const NEAREST_TO_PASS: usize = 3;
