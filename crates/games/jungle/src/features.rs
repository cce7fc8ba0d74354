//! Input features of the NNUE network for Jungle.

use gamekit::Player;
use nn::Change;

use crate::animal::Animal;
use crate::board::{den, doors, BOARD, WATER};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{squares, Square};

/// Input features of Jungle: the square of each animal of either side.
///
/// Squares that an animal cannot be on are left out. So are those beside the enemy's den: the
/// search never evaluates a position in which a side can enter a den.
#[derive(Clone, Copy, Debug)]
pub struct Features;

/// Squares with an input for a rat, from its owner's perspective.
const RAT_SQUARES: u64 =
    BOARD & !(den(Player::First).bit() | den(Player::Second).bit() | doors(Player::Second));

/// Squares with an input for the other animals.
const LAND_SQUARES: u64 = RAT_SQUARES & !WATER;

const LAND_COUNT: usize = LAND_SQUARES.count_ones() as usize;

/// Number of inputs for the animals of one side. The rat's are the last.
const ANIMALS: usize = (Animal::ALL.len() - 1) * LAND_COUNT + RAT_SQUARES.count_ones() as usize;

/// By square, the number of squares with an input before it, for land animals and for rats.
const BEFORE: [[u8; 2]; 64] = {
    let mut before = [[0; 2]; 64];
    let mut sq = 0;
    while sq < 64 {
        let lower = (1 << sq) - 1;
        before[sq] =
            [(LAND_SQUARES & lower).count_ones() as u8, (RAT_SQUARES & lower).count_ones() as u8];
        sq += 1;
    }
    before
};

/// Number of output buckets.
const BUCKETS: usize = 4;

/// Number of animals in a bucket's range. The first bucket has the rest of 16.
const BUCKET_ANIMALS: usize = 2;

impl nn::Features<Position> for Features {
    /// A side's own animals, then the enemy's, each by its square from its owner's perspective.
    const INPUTS: usize = 2 * ANIMALS;

    const BUCKETS: usize = BUCKETS;

    /// The identity and the reflection that exchanges left and right.
    const SYMMETRIES: usize = 2;

    /// Returns the bucket by the number of animals: up to 10, up to 12, up to 14, up to 16.
    fn bucket(pos: &Position) -> usize {
        let captured = 16 - pos.all().count_ones() as usize;
        (BUCKETS - 1).saturating_sub(captured / BUCKET_ANIMALS)
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        for owner in Player::BOTH {
            for animal in Animal::ALL {
                let sq = pos.square_of(owner, animal);
                let inputs = inputs(owner, animal, sq);
                inputs.into_iter().for_each(|inputs| visit(inputs[side.index()]));
            }
        }
    }

    fn changes(before: &Position, mv: Move, _: &Position, mut visit: impl FnMut(Change)) {
        let (own, enemy) = before.sides();
        if let Some(animal) = before.animal_at(own, mv.from) {
            let inputs = |sq| inputs(own, animal, sq);
            inputs(mv.from).map(Change::Off).into_iter().for_each(&mut visit);
            inputs(mv.to).map(Change::On).into_iter().for_each(&mut visit);
        }
        if let Some(taken) = before.animal_at(enemy, mv.to) {
            let inputs = inputs(enemy, taken, mv.to);
            inputs.map(Change::Off).into_iter().for_each(&mut visit);
        }
    }

    fn mirrored(input: usize, symmetry: usize) -> usize {
        if symmetry == 0 {
            return input;
        }
        let (side, input) = (input / ANIMALS * ANIMALS, input % ANIMALS);
        let animal = Animal::ALL[(input / LAND_COUNT).min(Animal::Rat.index())];
        let same = |sq: &Square| place(animal, *sq) == Some(input);
        // Each input belongs to a square.
        let sq = squares(BOARD).find(same).unwrap_or(Square::NOWHERE);
        let mirrored = Square::new((sq.index() + 6) as u8 - 2 * sq.x());
        side + place(animal, mirrored).unwrap_or(input)
    }
}

/// Returns the inputs of both perspectives for an animal of `owner`, or `None` if the animal was
/// captured or its square has no input.
#[inline]
fn inputs(owner: Player, animal: Animal, sq: Square) -> Option<[usize; 2]> {
    if sq == Square::NOWHERE {
        return None;
    }
    let place = place(animal, sq.seen_by(owner))?;
    Some(Player::BOTH.map(|side| if owner == side { place } else { ANIMALS + place }))
}

/// Returns the input for a side's own animal on a square, from that side's perspective.
#[inline]
fn place(animal: Animal, seen: Square) -> Option<usize> {
    let is_rat = animal == Animal::Rat;
    let counted = if is_rat { RAT_SQUARES } else { LAND_SQUARES };
    let before = BEFORE[seen.index()][usize::from(is_rat)];
    (counted & seen.bit() != 0).then_some(animal.index() * LAND_COUNT + usize::from(before))
}
