use search::{Evaluate, MoveOrder, Proof, Rank, Score, Tactics};

use crate::board::{around_den, den, BESIDE, BOARD};
use crate::evaluation::Balance;
use crate::proof::{proof, sides, threats};
use crate::tables::Tables;
use crate::{Animal, Move, Position, Square, Weights};

/// What the bot knows of Jungle.
#[derive(Clone, Default, Debug)]
pub struct Engine {
    /// What things are worth.
    pub weights: Weights,
    tables: Tables,
}

impl Evaluate<Position> for Engine {
    type State = Balance;

    fn refresh(&self, pos: &Position) -> Balance {
        self.weights.balance(pos)
    }

    #[inline]
    fn update(&self, balance: &Balance, before: &Position, mv: Move, after: &Position) -> Balance {
        self.weights.updated(balance, before, mv, after)
    }

    #[inline]
    fn evaluate(&self, pos: &Position, balance: &Balance) -> Score {
        self.weights.evaluate(pos, balance)
    }
}

/// Ordering values, from moves to try first to moves to try last.
mod value {
    /// A step beside the enemy's den where nothing captures the animal: the den is next.
    pub(super) const RAID: i32 = 200_000;
    /// A capture that loses nothing, to which the values of the animals are added.
    pub(super) const CAPTURE: i32 = 100_000;
    /// A capture of something cheaper than what is captured then.
    pub(super) const LOSING_CAPTURE: i32 = -60_000;
    /// A step to where an enemy captures the animal.
    pub(super) const HANGING: i32 = -30_000;
    /// By animal, what counts in an exchange: about what the evaluation starts with.
    pub(super) const ANIMAL: [i32; 8] = [500, 550, 480, 310, 170, 210, 120, 260];
}

impl MoveOrder<Position> for Engine {
    /// The animal and its target as its side sees it.
    const SLOTS: usize = Animal::ALL.len() * Square::COUNT;

    #[inline]
    fn rank(&self, pos: &Position, mv: Move) -> Rank {
        let (own, enemy) = sides(pos);
        // Only a move that the referee lists and the rules do not know can be one of no animal.
        let animal = pos.animal_at(own, mv.from).unwrap_or(Animal::Rat);
        let slot = animal.index() * Square::COUNT + mv.to.seen_by(own).index();
        let is_attacked = pos.is_attacked(own, animal, mv.to);
        let is_raid = mv.to.bit() & BESIDE[den(enemy).index()] != 0 && !is_attacked;
        let Some(captured) = pos.animal_at(enemy, mv.to) else {
            let value = match (is_raid, is_attacked) {
                (true, _) => value::RAID,
                (_, true) => value::HANGING,
                _ => 0,
            };
            return Rank { slot, value, is_noisy: is_raid };
        };
        let gain = value::ANIMAL[captured.index()];
        let loss = if is_attacked { value::ANIMAL[animal.index()] } else { 0 };
        let kind = match is_raid {
            true => value::RAID,
            false if loss > gain => value::LOSING_CAPTURE,
            false => value::CAPTURE,
        };
        let value = kind + EXCHANGE_SCALE * gain - value::ANIMAL[animal.index()];
        Rank { slot, value, is_noisy: true }
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

impl Tactics<Position> for Engine {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        proof(pos, &self.tables)
    }

    #[inline]
    fn is_threatened(&self, pos: &Position) -> bool {
        threats(pos, sides(pos).1) != 0
    }

    /// Against a threat to enter the den only the capture of the animal does not lose at once.
    #[inline]
    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        let wanted = match threats(pos, sides(pos).1) {
            0 => BOARD,
            threats => threats,
        };
        pos.moves_onto(wanted, visit);
    }

    /// Captures that do not lose more than they win, and steps beside the enemy's den.
    #[inline]
    fn noisy_candidates(&self, pos: &Position, mut visit: impl FnMut(Move)) {
        let (own, enemy) = sides(pos);
        let doors = BESIDE[den(enemy).index()];
        pos.moves_onto(pos.occupied(enemy) | doors, |mv| {
            let Some(animal) = pos.animal_at(own, mv.from) else {
                return;
            };
            let gain = pos.animal_at(enemy, mv.to).map_or(0, |prey| value::ANIMAL[prey.index()]);
            let is_cheap = gain >= value::ANIMAL[animal.index()];
            if is_cheap || !pos.is_attacked(own, animal, mv.to) {
                visit(mv);
            }
        });
    }

    /// Passing is worse than moving while both sides have something to move and nobody is near a
    /// den that he could enter: the opposition decides who gets past whom.
    #[inline]
    fn null_move(&self, pos: &Position) -> Option<Position> {
        let (own, enemy) = sides(pos);
        let is_quiet = |player: gamekit::Player| {
            let set = pos.occupied(player);
            set.count_ones() >= FEWEST_TO_PASS
                && set & around_den(player.opponent(), NEAREST_TO_PASS) == 0
        };
        (is_quiet(own) && is_quiet(enemy)).then(|| pos.passed())
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let clock = match pos.plies_left() {
            left if left > CLOCK_PLIES => 0,
            left if left > EXACT_PLIES => Position::MAX_PLIES as usize + left / BUCKET_PLIES,
            left => 1 + left,
        };
        pos.hash_with(clock as u64)
    }

    #[inline]
    fn recurrence(&self, pos: &Position) -> Option<u64> {
        Some(pos.hash_with(0))
    }
}

/// Animals a side below which nobody passes.
const FEWEST_TO_PASS: u32 = 3;
/// Moves from the enemy's den within which an animal forbids to pass.
const NEAREST_TO_PASS: usize = 3;
