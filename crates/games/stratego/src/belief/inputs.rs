//! Inputs of the belief network: what both players know about a hidden piece.

use gamekit::Player;

use super::behaviour::Habit;
use super::UnknownPiece;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::{Direction, Square, LAND};

/// First input of each group of inputs. Habits: how often the piece showed each, by the known rank
/// that is involved, as half of log2(1 + times).
const HABITS: usize = 0;
/// The starting square: 4 rows by 5 columns, from the nearer edge.
const HOME: usize = HABITS + Habit::KNOWN * Rank::COUNT + Habit::COUNT - Habit::KNOWN;
/// Squares next to the starting square, in front, behind and beside it, that are known to have held
/// a bomb, and another piece.
const HOME_AROUND: usize = HOME + 4 * 5;
/// Row and column of a piece that has moved.
const ROW: usize = HOME_AROUND + 6;
const COLUMN: usize = ROW + 10;
/// Half the number of neighbours of six kinds: the owner's hidden pieces that have not moved and
/// that have, his known pieces, the enemy's known pieces, and his hidden ones likewise.
const AROUND: usize = COLUMN + 5;
/// Plies of the game, plies without an attack, and steps of the piece.
const TIME: usize = AROUND + 6;
/// Share of each rank's pieces that is hidden, then of all pieces, hidden and not moved.
const COUNTS: usize = TIME + 3;

/// Number of inputs.
pub(super) const INPUTS: usize = COUNTS + Rank::COUNT + 2;

/// Inputs of a piece that are not 0, by index.
pub(super) type Inputs = Vec<(u16, f32)>;

/// Inputs of a hidden piece, for training.
#[cfg(feature = "host")]
#[derive(Clone, Debug)]
pub struct PieceInputs {
    /// Square of the piece.
    pub square: Square,
    /// Inputs of the network that are not 0, by index.
    pub inputs: Vec<(u16, f32)>,
    /// Weight of each rank without the network, times the number of hidden pieces of that rank; 0
    /// if the facts of the game exclude it.
    pub prior: super::Odds,
}

/// Public facts that the inputs of all hidden pieces of a player share.
pub(super) struct Facts<'a> {
    /// The position, of which only public information is used.
    pub(super) pos: &'a Position,
    pub(super) owner: Player,
    /// Number of the owner's hidden pieces of each rank.
    pub(super) counts: &'a [u8; Rank::COUNT],
    /// Squares that are known to have held a bomb at the start of the game, and another piece.
    pub(super) bombs: u128,
    pub(super) others: u128,
}

impl Facts<'_> {
    /// Returns the inputs of a hidden piece.
    pub(super) fn inputs(&self, piece: &UnknownPiece) -> Inputs {
        let mut inputs = Inputs::new();
        let mut add = |index: usize, value: f32| {
            if value != 0.0 {
                inputs.push((index as u16, value));
            }
        };
        let mut steps = 0;
        for (habit, times) in Habit::ALL.into_iter().zip(&piece.times) {
            let index = habit as usize;
            let (first, known) = match index.checked_sub(Habit::KNOWN) {
                None => (HABITS + index * Rank::COUNT, Rank::COUNT),
                Some(index) => (HABITS + Habit::KNOWN * Rank::COUNT + index, 1),
            };
            for (known, &times) in times[..known].iter().enumerate() {
                add(first + known, (1.0 + f32::from(times)).log2() / 2.0);
                steps += if habit.is_step() { u32::from(times) } else { 0 };
            }
        }
        if let Some(home) = piece.home {
            let row = usize::from(self.height(home)).min(3);
            add(HOME + row * 5 + usize::from(column(home)), 1.0);
            for (index, set) in [self.bombs, self.others].into_iter().enumerate() {
                for way in Direction::ALL {
                    let is_there = way.shift(home.bit()) & set != 0;
                    add(HOME_AROUND + 3 * index + self.side(way), f32::from(u8::from(is_there)));
                }
            }
        }
        let here = piece.square;
        let pos = self.pos;
        if pos.moved() & here.bit() != 0 {
            add(ROW + usize::from(self.height(here)), 1.0);
            add(COLUMN + usize::from(column(here)), 1.0);
        }
        let around =
            Direction::ALL.into_iter().fold(0, |all, way| all | way.shift(here.bit())) & LAND;
        let (own, enemies) = (pos.occupied(self.owner), pos.occupied(self.owner.opponent()));
        let (known, moved) = (pos.revealed(), pos.moved());
        let sets = [
            own & !known & !moved,
            own & !known & moved,
            own & known,
            enemies & known,
            enemies & !known & moved,
            enemies & !known & !moved,
        ];
        for (index, set) in sets.into_iter().enumerate() {
            add(AROUND + index, (around & set).count_ones() as f32 / 2.0);
        }
        add(TIME, (f32::from(pos.plies()) / 200.0).min(2.0));
        add(TIME + 1, f32::from(pos.quiet_plies()) / 50.0);
        add(TIME + 2, (1.0 + steps as f32).log2() / 3.0);
        for (rank, &count) in self.counts.iter().enumerate() {
            add(COUNTS + rank, f32::from(count) / f32::from(Rank::ARMY[rank]));
        }
        let hidden = own & !known;
        add(COUNTS + Rank::COUNT, hidden.count_ones() as f32 / 40.0);
        add(COUNTS + Rank::COUNT + 1, (hidden & !moved).count_ones() as f32 / 40.0);
        inputs
    }

    /// Returns the row of a square, counted from the owner's back row.
    fn height(&self, sq: Square) -> u8 {
        if self.owner == Player::First {
            sq.y()
        } else {
            9 - sq.y()
        }
    }

    /// Returns 0 for the owner's forward direction, 1 for back, 2 for the sides.
    fn side(&self, way: Direction) -> usize {
        match (way, self.owner) {
            (Direction::Down, Player::First) | (Direction::Up, Player::Second) => 0,
            (Direction::Down | Direction::Up, _) => 1,
            (Direction::Left | Direction::Right, _) => 2,
        }
    }
}

/// Returns the column of a square, counted from the nearer edge.
fn column(sq: Square) -> u8 {
    sq.x().min(9 - sq.x())
}
