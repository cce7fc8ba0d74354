use gamekit::{Outcome, Player};

use crate::board::{beside, den, BESIDE, BOARD, LEAPS, TRAPS, WATER};
use crate::{squares, Animal, Move, Square};

/// A Jungle position: where the animals are, who moves, and how many plies were played.
///
/// The ply counts: a position shortly before the 150th ply is another one than the same board
/// earlier, and worth something else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The square of each animal, a byte each, by player; see [`Animal::index`].
    animals: [u64; 2],
    /// The squares with animals, by player.
    occupied: [u64; 2],
    side: Player,
    plies: u8,
}

/// The byte 1 eight times: times a square, that square in every byte.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

impl Position {
    /// Plies after which the game is a draw.
    pub const MAX_PLIES: u8 = 150;

    /// Returns the position without any animal.
    pub(crate) const fn empty(side: Player, plies: u8) -> Position {
        let nowhere = Square::NOWHERE.index() as u64 * EVERY_BYTE;
        Position { animals: [nowhere; 2], occupied: [0; 2], side, plies }
    }

    /// Puts an animal on an empty square, or nowhere, wherever it was before.
    pub(crate) fn put(&mut self, player: Player, animal: Animal, sq: Square) {
        let old = self.square_of(player, animal);
        let occupied = &mut self.occupied[player.index()];
        *occupied = (*occupied & !old.bit() | sq.bit()) & BOARD;
        let shift = 8 * animal.index();
        let animals = &mut self.animals[player.index()];
        *animals = *animals & !(0xff << shift) | (sq.index() as u64) << shift;
    }

    /// Returns how many plies were played, at most [`Position::MAX_PLIES`].
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns how many plies can still be played.
    #[inline]
    #[must_use]
    pub const fn plies_left(&self) -> usize {
        (Position::MAX_PLIES - self.plies) as usize
    }

    /// Returns the squares on which animals of `player` stand.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, player: Player) -> u64 {
        self.occupied[player.index()]
    }

    /// Returns where an animal stands, [`Square::NOWHERE`] if it was captured.
    #[inline]
    #[must_use]
    pub const fn square_of(&self, player: Player, animal: Animal) -> Square {
        Square::new((self.animals[player.index()] >> (8 * animal.index())) as u8)
    }

    /// Returns the animal of `player` on a square of the board.
    #[inline]
    #[must_use]
    pub const fn animal_at(&self, player: Player, sq: Square) -> Option<Animal> {
        // The bytes that differ from the square in no bit; the lowest is found exactly.
        let differing = self.animals[player.index()] ^ (sq.index() as u64 * EVERY_BYTE);
        let equal = differing.wrapping_sub(EVERY_BYTE) & !differing & (0x80 * EVERY_BYTE);
        if equal == 0 {
            None
        } else {
            Some(Animal::ALL[equal.trailing_zeros() as usize / 8])
        }
    }

    /// Returns, by animal, the squares on which an animal of `hunter` can capture an enemy, as far
    /// as the enemy's kind and traps decide.
    #[inline]
    #[must_use]
    pub(crate) const fn prey(&self, hunter: Player) -> [u64; 8] {
        let enemy = hunter.opponent();
        let all = self.occupied[enemy.index()];
        let elephant = self.square_of(enemy, Animal::Elephant).bit();
        let rat = self.square_of(enemy, Animal::Rat).bit();
        let trapped = all & TRAPS;
        let mut prey = [0; 8];
        let mut stronger = 0;
        let mut rank = 0;
        while rank < 8 {
            let animal = Animal::BY_STRENGTH[rank];
            let spared = match animal {
                Animal::Elephant => rat,
                Animal::Rat => stronger & !elephant,
                _ => stronger,
            };
            prey[animal.index()] = all & !spared | trapped;
            stronger |= self.square_of(enemy, animal).bit();
            rank += 1;
        }
        prey
    }

    /// Returns the squares that an animal of `player` can enter by a step, given its `prey`.
    #[inline]
    pub(crate) const fn steps(&self, player: Player, animal: Animal, prey: u64) -> u64 {
        let from = self.square_of(player, animal);
        let (own, enemy) = (self.occupied(player), self.occupied(player.opponent()));
        let spared = enemy & !prey;
        let barred = match animal {
            Animal::Rat if from.bit() & WATER != 0 => enemy & !WATER,
            Animal::Rat => 0,
            _ => WATER,
        };
        BESIDE[from.index()] & !(own | den(player).bit() | spared | barred)
    }

    /// Calls `visit` with each square that an animal of `player`, a lion or a tiger, can enter by a
    /// leap, given its `prey`.
    #[inline]
    pub(crate) fn leaps(
        &self,
        player: Player,
        animal: Animal,
        prey: u64,
        mut visit: impl FnMut(Square),
    ) {
        let all = self.occupied[0] | self.occupied[1];
        let barred = !BOARD | self.occupied(player) | all & !prey;
        for leap in LEAPS[self.square_of(player, animal).index()] {
            if leap.across & all == 0 && leap.to.bit() & barred == 0 {
                visit(leap.to);
            }
        }
    }

    /// Visits the moves onto squares of `set`, in the referee's order, as if the game went on.
    #[inline]
    pub(crate) fn moves_onto(&self, set: u64, mut visit: impl FnMut(Move)) {
        let prey = self.prey(self.side);
        for animal in Animal::ALL {
            let from = self.square_of(self.side, animal);
            if from == Square::NOWHERE {
                continue;
            }
            let prey = prey[animal.index()];
            // Seen from the animal's square the squares beside it are 7, 1, -1 and -7 away. With 7
            // added they are bits below 15, and with the one above moved to between the right one
            // and the one below they are in the referee's order: left, right, above, below.
            let steps = self.steps(self.side, animal, prey) & set;
            let near = steps.rotate_right((from.index() as u32).wrapping_sub(7));
            let mut in_order = near & !1 | (near & 1) << ABOVE;
            while in_order != 0 {
                let bit = in_order.trailing_zeros();
                in_order &= in_order - 1;
                let to = from.index() as u8 + if bit == ABOVE { 0 } else { bit as u8 };
                visit(Move { from, to: Square::new(to.wrapping_sub(7)) });
            }
            if animal.leaps() {
                self.leaps(self.side, animal, prey, |to| {
                    if to.bit() & set != 0 {
                        visit(Move { from, to });
                    }
                });
            }
        }
    }

    /// Counts the moves, as if the game went on.
    pub(crate) fn count_moves(&self) -> usize {
        let prey = self.prey(self.side);
        let mut count = 0;
        for animal in Animal::ALL {
            let prey = prey[animal.index()];
            count += self.steps(self.side, animal, prey).count_ones() as usize;
            if animal.leaps() {
                self.leaps(self.side, animal, prey, |_| count += 1);
            }
        }
        count
    }

    /// Tells whether the enemy could capture `player`'s `animal` if it stood on `sq`.
    #[inline]
    pub(crate) fn is_attacked(&self, player: Player, animal: Animal, sq: Square) -> bool {
        let enemy = player.opponent();
        let (in_trap, in_water) = (sq.bit() & TRAPS != 0, sq.bit() & WATER != 0);
        let captures = |from: Square| match self.animal_at(enemy, from) {
            Some(Animal::Rat) if from.bit() & WATER != 0 && !in_water => false,
            Some(hunter) if hunter != Animal::Rat && in_water => false,
            Some(hunter) => in_trap || hunter.captures(animal),
            None => false,
        };
        let near = self.occupied(enemy) & BESIDE[sq.index()];
        if near != 0 && squares(near).any(captures) {
            return true;
        }
        let all = self.occupied[0] | self.occupied[1];
        LEAPS[sq.index()].iter().any(|leap| {
            leap.across & all == 0
                && self.animal_at(enemy, leap.to).is_some_and(Animal::leaps)
                && captures(leap.to)
        })
    }

    /// Returns the player who has entered the enemy's den.
    #[inline]
    #[must_use]
    pub fn in_den(&self) -> Option<Player> {
        let is_in = |player: &Player| self.occupied(*player) & den(player.opponent()).bit() != 0;
        Player::BOTH.into_iter().find(is_in)
    }

    /// Tells whether the side to move has no move although neither a den nor the number of plies
    /// has ended the game: it has lost.
    #[inline]
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        let own = self.occupied[self.side.index()];
        let all = own | self.occupied[self.side.opponent().index()];
        // Nearly always some animal on land has free land beside it.
        beside(own & !WATER) & !(all | WATER | den(self.side).bit()) == 0
            && self.in_den().is_none()
            && self.plies < Position::MAX_PLIES
            && self.count_moves() == 0
    }

    /// Returns the same board with the other side to move, a ply later.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Position {
        let plies = (self.plies + 1).min(Position::MAX_PLIES);
        Position { side: self.side.opponent(), plies, ..*self }
    }

    /// Hashes animals and side to move together with `clock`, whatever is to stand for the plies.
    ///
    /// Two rounds of folded 128-bit multiplication, as in wyhash (Wang Yi, 2019).
    #[inline]
    #[must_use]
    pub(crate) fn hash_with(&self, clock: u64) -> u64 {
        const KEYS: [u64; 3] =
            [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
        let folded = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let animals = folded(self.animals[0] ^ KEYS[0], self.animals[1] ^ KEYS[1]);
        folded(animals ^ KEYS[2], KEYS[1] ^ (clock << 1 | self.side.index() as u64))
    }
}

/// Where the bit of the step upwards goes for the referee's order: between 8, to the right, and 14,
/// downwards.
const ABOVE: u32 = 9;

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        let mut pos = Position::empty(Player::First, 0);
        for (animal, sq) in Animal::ALL.into_iter().zip([42, 62, 56, 46, 44, 54, 50, 48]) {
            pos.put(Player::First, animal, Square::new(sq));
            // The board looks the same from both sides.
            pos.put(Player::Second, animal, Square::new(62 - sq));
        }
        pos
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side
    }

    /// An animal in the enemy's den wins, on the last ply too; then the plies are counted, and then
    /// a side without a move has lost.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.in_den() {
            Some(Outcome::Win(winner))
        } else if self.plies == Position::MAX_PLIES {
            Some(Outcome::Draw)
        } else if self.is_stuck() {
            Some(Outcome::Win(self.side.opponent()))
        } else {
            None
        }
    }

    /// Animals in the order of [`Animal::ALL`]; for one animal the steps to the left, to the right,
    /// up and down, then the leaps.
    #[inline]
    fn legal_moves(&self, visit: impl FnMut(Move)) {
        if self.in_den().is_none() && self.plies < Position::MAX_PLIES {
            self.moves_onto(BOARD, visit);
        }
    }

    fn legal_move_count(&self) -> usize {
        if self.in_den().is_none() && self.plies < Position::MAX_PLIES {
            self.count_moves()
        } else {
            0
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let enemy = self.side.opponent();
        if self.occupied(enemy) & mv.to.bit() != 0 {
            if let Some(captured) = self.animal_at(enemy, mv.to) {
                self.put(enemy, captured, Square::NOWHERE);
            }
        }
        if let Some(animal) = self.animal_at(self.side, mv.from) {
            self.put(self.side, animal, mv.to);
        }
        *self = self.passed();
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash_with(u64::from(self.plies))
    }
}
