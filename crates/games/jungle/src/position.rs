//! Rules of Jungle: a position, its legal moves and its outcome.

use gamekit::{Outcome, Player};

use crate::animal::Animal;
use crate::board::{beside, den, doors, leaps, BANKS, BESIDE, BOARD, TRAPS, WATER};
use crate::moves::Move;
use crate::square::{squares, Square};

/// Jungle position: the squares of the animals, the side to move, and the number of plies played.
///
/// The number of plies is a part of the position: shortly before the 150th ply the same board is
/// another position than earlier, with another value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Squares of the animals by player, one byte each; see [`Animal::index`].
    animals: [u64; 2],
    /// Bitboards of the squares with animals, by player.
    occupied: [u64; 2],
    side: Player,
    plies: u8,
}

/// The byte 1 eight times: multiplied by a square, it has that square in every byte.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

impl Position {
    /// Plies after which the game is a draw.
    pub const MAX_PLIES: u8 = 150;

    /// Returns the position without any animal.
    pub(super) const fn empty(side: Player, plies: u8) -> Position {
        let nowhere = Square::NOWHERE.index() as u64 * EVERY_BYTE;
        Position { animals: [nowhere; 2], occupied: [0; 2], side, plies }
    }

    /// Puts an animal on an empty square or on [`Square::NOWHERE`], and removes it from its old
    /// one.
    pub(super) fn put(&mut self, player: Player, animal: Animal, sq: Square) {
        let old = self.square_of(player, animal);
        let occupied = &mut self.occupied[player.index()];
        *occupied = (*occupied & !old.bit() | sq.bit()) & BOARD;
        let shift = 8 * animal.index();
        let animals = &mut self.animals[player.index()];
        *animals = *animals & !(0xff << shift) | (sq.index() as u64) << shift;
    }

    /// Moves the animal of the side to move by `mv`, without changing the side to move.
    pub(super) fn carry(&mut self, mv: Move) {
        if let Some(animal) = self.animal_at(self.side, mv.from) {
            self.put(self.side, animal, mv.to);
        }
    }

    /// Returns the number of plies played, at most [`Position::MAX_PLIES`].
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns the number of plies left in the game.
    #[must_use]
    pub const fn plies_left(&self) -> usize {
        (Position::MAX_PLIES - self.plies) as usize
    }

    /// Returns the squares on which animals of `player` stand.
    #[must_use]
    pub const fn occupied(&self, player: Player) -> u64 {
        self.occupied[player.index()]
    }

    /// Returns the side to move and the other one.
    pub(super) const fn sides(&self) -> (Player, Player) {
        (self.side, self.side.opponent())
    }

    /// Returns the animals of `player` that can enter the enemy's den on their next move.
    pub(super) const fn raiders(&self, player: Player) -> u64 {
        self.occupied(player) & doors(player.opponent())
    }

    /// Returns all squares with animals.
    pub(super) const fn all(&self) -> u64 {
        self.occupied[0] | self.occupied[1]
    }

    /// Returns the square of an animal, [`Square::NOWHERE`] if it was captured.
    #[must_use]
    pub const fn square_of(&self, player: Player, animal: Animal) -> Square {
        Square::new((self.animals[player.index()] >> (8 * animal.index())) as u8)
    }

    /// Returns the animal of `player` on a square of the board.
    #[must_use]
    pub const fn animal_at(&self, player: Player, sq: Square) -> Option<Animal> {
        // Finds the byte that equals the square: the lowest match is exact.
        if self.occupied(player) & sq.bit() == 0 {
            return None;
        }
        let differing = self.animals[player.index()] ^ (sq.index() as u64 * EVERY_BYTE);
        let equal = differing.wrapping_sub(EVERY_BYTE) & !differing & (0x80 * EVERY_BYTE);
        Some(Animal::ALL[(equal.trailing_zeros() as usize / 8) & 7])
    }

    /// Returns, by animal, the squares on which an animal of `hunter` can capture an enemy, as far
    /// as the enemy's kind and traps determine it.
    #[must_use]
    pub(super) fn prey(&self, hunter: Player) -> [u64; 8] {
        let enemy = hunter.opponent();
        let all = self.occupied[enemy.index()];
        let elephant = self.square_of(enemy, Animal::Elephant).bit();
        let rat = self.square_of(enemy, Animal::Rat).bit();
        let trapped = all & TRAPS;
        let (mut prey, mut stronger) = ([0; 8], 0);
        for animal in Animal::ALL {
            let spared = match animal {
                Animal::Elephant => rat,
                Animal::Rat => stronger & !elephant,
                _ => stronger,
            };
            prey[animal.index()] = all & !spared | trapped;
            stronger |= self.square_of(enemy, animal).bit();
        }
        prey
    }

    /// Returns the squares that an animal of `player` can enter by a step or a leap, given its
    /// `prey`.
    pub(super) fn targets(&self, player: Player, animal: Animal, prey: u64) -> u64 {
        let from = self.square_of(player, animal);
        let (own, enemy) = (self.occupied(player), self.occupied(player.opponent()));
        let barred = own | den(player).bit() | enemy & !prey;
        let near = BESIDE[from.index()] & !barred;
        match animal {
            // A rat in the water captures only in the water.
            Animal::Rat if from.bit() & WATER != 0 => near & !(enemy & !WATER),
            Animal::Rat => near,
            Animal::Lion | Animal::Tiger if from.bit() & BANKS != 0 => {
                near & !WATER | leaps(from.bit(), own | enemy) & !barred
            }
            _ => near & !WATER,
        }
    }

    /// Visits the moves onto squares of `set` in the referee's order, even if the game has ended.
    pub(super) fn moves_onto(&self, set: u64, mut visit: impl FnMut(Move)) {
        let prey = self.prey(self.side);
        // The referee lists the wolf before the dog.
        for animal in [0, 1, 2, 3, 5, 4, 6, 7].map(|index: usize| Animal::ALL[index]) {
            let from = self.square_of(self.side, animal);
            if from == Square::NOWHERE {
                continue;
            }
            let targets = self.targets(self.side, animal, prey[animal.index()]) & set;
            // Below row 3 the leap to the right is listed before the leap to the left.
            let leap = if from.y() > 3 { 3 } else { -3 };
            for distance in [-1, 1, -7, 7, leap, -leap, -28, 28] {
                let to = Square::new((from.index() as i8 + distance) as u8);
                if targets & to.bit() != 0 {
                    visit(Move { from, to });
                }
            }
        }
    }

    /// Returns whether the enemy could capture `player`'s `animal` if it stood on `sq`.
    pub(super) fn is_attacked(&self, player: Player, animal: Animal, sq: Square) -> bool {
        let enemy = player.opponent();
        let (near, far) = (BESIDE[sq.index()], leaps(sq.bit() & BANKS, self.all()));
        squares((near | far) & self.occupied(enemy)).any(|from| {
            let hunter = self.animal_at(enemy, from).unwrap_or(Animal::Rat);
            let (is_near, in_water) = (near & from.bit() != 0, sq.bit() & WATER != 0);
            let can_enter = match hunter {
                Animal::Rat => is_near && (in_water || from.bit() & WATER == 0),
                Animal::Lion | Animal::Tiger => !in_water,
                _ => is_near && !in_water,
            };
            can_enter && (sq.bit() & TRAPS != 0 || hunter.captures(animal))
        })
    }

    /// Returns the player who has entered the enemy's den.
    #[must_use]
    pub fn in_den(&self) -> Option<Player> {
        let is_in = |player: &Player| self.occupied(*player) & den(player.opponent()).bit() != 0;
        Player::BOTH.into_iter().find(is_in)
    }

    /// Returns whether no animal is in a den and plies are left.
    fn goes_on(&self) -> bool {
        self.in_den().is_none() && self.plies < Position::MAX_PLIES
    }

    /// Returns whether the side to move has no move although neither a den nor the number of plies
    /// has ended the game: it has lost.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        let free = !(self.all() | WATER | den(self.side).bit());
        // In nearly every position some animal on land has a free land square beside it.
        if beside(self.occupied(self.side) & !WATER) & free != 0 || !self.goes_on() {
            return false;
        }
        let mut is_stuck = true;
        self.moves_onto(BOARD, |_| is_stuck = false);
        is_stuck
    }

    /// Returns the same board with the other side to move, a ply later.
    #[must_use]
    pub fn passed(&self) -> Position {
        let plies = (self.plies + 1).min(Position::MAX_PLIES);
        Position { side: self.side.opponent(), plies, ..*self }
    }

    /// Returns a hash of the animals, the side to move and `clock`, which represents the plies.
    ///
    /// Two rounds of folded 128-bit multiplication, as in wyhash (Wang Yi, 2019), instead of
    /// Zobrist hashing.
    #[must_use]
    pub(super) fn hash_with(&self, clock: u64) -> u64 {
        let folded = |a: u64, b: u64| {
            let product =
                u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
            (product >> 64) as u64 ^ product as u64
        };
        folded(folded(self.animals[0], self.animals[1]), clock << 1 | self.side.index() as u64)
    }
}

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        let text = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0";
        text.parse().expect("the text is valid")
    }

    fn side_to_move(&self) -> Player {
        self.side
    }

    /// Returns the outcome. An animal in the enemy's den wins, on the last ply too. Otherwise the
    /// game is drawn after the last ply, and before it a side without a move has lost.
    fn outcome(&self) -> Option<Outcome> {
        let out_of_plies = (self.plies == Position::MAX_PLIES).then_some(Outcome::Draw);
        let is_lost = || self.is_stuck().then_some(Outcome::Win(self.side.opponent()));
        self.in_den().map(Outcome::Win).or(out_of_plies).or_else(is_lost)
    }

    /// Visits animals from the strongest to the weakest, except that the wolf comes before the dog;
    /// for one animal the steps to the left, to the right, up and down, then the leaps.
    fn legal_moves(&self, visit: impl FnMut(Move)) {
        if self.goes_on() {
            self.moves_onto(BOARD, visit);
        }
    }

    fn legal_move_count(&self) -> usize {
        if !self.goes_on() {
            return 0;
        }
        let prey = self.prey(self.side);
        let targets = |animal| self.targets(self.side, animal, prey[Animal::index(animal)]);
        Animal::ALL.into_iter().map(|animal| targets(animal).count_ones() as usize).sum()
    }

    fn play_unchecked(&mut self, mv: Move) {
        let enemy = self.side.opponent();
        if let Some(captured) = self.animal_at(enemy, mv.to) {
            self.put(enemy, captured, Square::NOWHERE);
        }
        self.carry(mv);
        *self = self.passed();
    }

    fn hash(&self) -> u64 {
        self.hash_with(u64::from(self.plies))
    }
}
