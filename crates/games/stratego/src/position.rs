//! Rules of Stratego: bitboard position, placements, attacks, outcome and hash.

use gamekit::{Outcome, Player};

use crate::battle::{Battle, Survivor};
use crate::moves::Move;
use crate::rank::Rank;
use crate::square::Square;
use crate::two_squares::{RecentSteps, Step};

/// Setup: the ranks of an army in the order in which they are placed, from the player's highest row
/// on the board to his lowest, each row from left to right.
pub type Setup = [Rank; Position::ARMY_SIZE];

/// A Stratego position: the pieces, the public knowledge about them, the side to move, and the
/// length of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Squares with pieces, by player.
    occupied: [u128; 2],
    /// Bit planes of the [`code`] of the rank on each square; 0 for an empty square or, in a
    /// [`View`](crate::View), a hidden rank.
    planes: [u128; 4],
    /// Squares of the pieces that have moved.
    moved: u128,
    /// Squares of the pieces whose ranks both players know.
    revealed: u128,
    side: Player,
    /// Number of pieces placed before the game, of both players.
    placed: u8,
    quiet_plies: u8,
    plies: u16,
    /// Latest steps by player; `None` without the two-squares rule.
    recent_steps: Option<[RecentSteps; 2]>,
}

/// Returns the four-bit code of a rank: 1 and 2 for immovable ranks, 4 and more for movable ranks,
/// so that two planes give the movable pieces.
const fn code(rank: Rank) -> u8 {
    if rank.is_movable() {
        rank.index() as u8 + 2
    } else {
        rank.index() as u8 + 1
    }
}

/// Ranks by their codes.
const RANKS: [Option<Rank>; 16] = {
    let mut ranks = [None; 16];
    let mut index = 0;
    while index < Rank::COUNT {
        ranks[code(Rank::ALL[index]) as usize] = Some(Rank::ALL[index]);
        index += 1;
    }
    ranks
};

impl Position {
    /// Number of pieces of an army.
    pub const ARMY_SIZE: usize = 40;

    /// Number of steps, of both players together, after which the game is a draw.
    pub const MAX_PLIES: u16 = 2_000;

    /// Number of consecutive steps without an attack after which the game is a draw.
    pub const MAX_QUIET_PLIES: u8 = 200;

    /// Returns the empty board at the start of a game with the two-squares rule.
    #[must_use]
    pub fn with_two_squares() -> Position {
        Position { recent_steps: Some([RecentSteps::default(); 2]), ..Position::empty() }
    }

    /// Returns the board without pieces; Red places his pieces first.
    pub(crate) const fn empty() -> Position {
        Position {
            occupied: [0; 2],
            planes: [0; 4],
            moved: 0,
            revealed: 0,
            side: Player::First,
            placed: 0,
            quiet_plies: 0,
            plies: 0,
            recent_steps: None,
        }
    }

    /// Returns the position with Red's and Blue's armies placed, from a board without placements.
    #[must_use]
    pub fn set_up(mut self, setups: [&Setup; 2]) -> Position {
        debug_assert_eq!(self.placed, 0, "armies are placed on the empty board");
        for &rank in setups.into_iter().flatten() {
            self.place(rank);
        }
        self
    }

    /// Returns the squares on which pieces of `player` stand.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, player: Player) -> u128 {
        self.occupied[player.index()]
    }

    /// Returns all squares with pieces.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> u128 {
        self.occupied[0] | self.occupied[1]
    }

    /// Returns the squares of the pieces that have moved.
    #[inline]
    #[must_use]
    pub const fn moved(&self) -> u128 {
        self.moved
    }

    /// Returns the squares of the pieces whose ranks both players know: they have fought, or have
    /// moved more than one square, as only scouts do.
    #[inline]
    #[must_use]
    pub const fn revealed(&self) -> u128 {
        self.revealed
    }

    /// Returns the squares of the pieces of `player` that are neither flag nor bomb.
    #[inline]
    #[must_use]
    pub const fn movable(&self, player: Player) -> u128 {
        self.occupied(player) & (self.planes[2] | self.planes[3])
    }

    /// Returns the squares of the pieces of `player` that have this rank.
    #[inline]
    #[must_use]
    pub const fn of_rank(&self, player: Player, rank: Rank) -> u128 {
        let (mut set, code) = (self.occupied(player), code(rank));
        let mut bit = 0;
        while bit < self.planes.len() {
            set &= if code >> bit & 1 == 1 { self.planes[bit] } else { !self.planes[bit] };
            bit += 1;
        }
        set
    }

    /// Returns the rank of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn rank_at(&self, sq: Square) -> Option<Rank> {
        let (mut code, mut bit) = (0, 0);
        while bit < self.planes.len() {
            code |= (self.planes[bit] >> sq.index() & 1) << bit;
            bit += 1;
        }
        RANKS[code as usize]
    }

    /// Returns the owner of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn owner_at(&self, sq: Square) -> Option<Player> {
        if self.occupied[0] & sq.bit() != 0 {
            Some(Player::First)
        } else if self.occupied[1] & sq.bit() != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// Returns the number of steps of both players, at most [`Position::MAX_PLIES`].
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// Returns the number of steps since the last attack, at most [`Position::MAX_QUIET_PLIES`].
    #[inline]
    #[must_use]
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet_plies
    }

    /// Returns whether `player` has pieces left to place.
    #[inline]
    #[must_use]
    pub const fn is_setting_up(&self, player: Player) -> bool {
        (self.placed as usize) < Position::ARMY_SIZE * (player.index() + 1)
    }

    /// Returns whether the two-squares rule applies: a piece may not go back and forth across the
    /// border between the same two squares for more than three consecutive turns of its player.
    #[must_use]
    pub const fn has_two_squares(&self) -> bool {
        self.recent_steps.is_some()
    }

    /// Returns the two ranks that meet if the legal move `mv` is played; `None` if it is no attack.
    #[inline]
    #[must_use]
    pub fn battle(&self, mv: Move) -> Option<Battle> {
        let Move::Step { from, to } = mv else {
            return None;
        };
        Some(Battle { attacker: self.rank_at(from)?, defender: self.rank_at(to)? })
    }

    /// Returns the square on which the next piece is placed.
    pub(crate) const fn next_home(&self) -> Square {
        /// The first square of Blue's rows.
        const BLUE: usize = 60;
        let placed = self.placed as usize;
        Square::new(if placed < Position::ARMY_SIZE {
            placed
        } else {
            placed - Position::ARMY_SIZE + BLUE
        } as u8)
    }

    /// Returns a hash of the pieces, of the public knowledge about them, and of the side to move,
    /// without the ply counts and the memory of the two-squares rule.
    #[must_use]
    pub fn board_hash(&self) -> u64 {
        let [red, blue] = self.occupied;
        let [p0, p1, p2, p3] = self.planes;
        let words = [red, blue, p0, p1, p2, p3, self.moved, self.revealed];
        words.into_iter().fold(self.side.index() as u64, |hash, word| {
            folded(hash ^ word as u64, (word >> 64) as u64)
        })
    }

    /// Returns a hash of the pieces as `player` sees them, and of the side to move.
    #[must_use]
    pub(crate) fn hash_seen_by(&self, player: Player) -> u64 {
        let mut seen = *self;
        seen.hide(self.occupied(player.opponent()) & !self.revealed);
        seen.board_hash()
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.opponent();
    }

    /// Returns the latest steps of a player, for the two-squares rule.
    pub(crate) fn recent_steps(&self, player: Player) -> Option<&RecentSteps> {
        self.recent_steps.as_ref().map(|recent_steps| &recent_steps[player.index()])
    }

    /// Sets the fields that no move sets, for the text notation.
    pub(crate) fn set_rest(
        &mut self,
        side: Player,
        plies: u16,
        quiet_plies: u8,
        recent_steps: Option<[RecentSteps; 2]>,
    ) {
        *self = Position {
            side,
            placed: 2 * Position::ARMY_SIZE as u8,
            plies,
            quiet_plies,
            recent_steps,
            ..*self
        };
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, player: Player, sq: Square, rank: Rank) {
        self.occupied[player.index()] |= sq.bit();
        self.set_rank(sq, rank);
    }

    /// Marks the piece on a square as one that has moved, or whose rank both players know.
    pub(crate) fn mark(&mut self, sq: Square, is_moved: bool, is_revealed: bool) {
        self.moved |= if is_moved { sq.bit() } else { 0 };
        self.revealed |= if is_revealed { sq.bit() } else { 0 };
    }

    /// Gives a rank to a piece that has none yet.
    #[inline]
    pub(crate) fn set_rank(&mut self, sq: Square, rank: Rank) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u128::from(code(rank) >> bit & 1) << sq.index();
        }
    }

    /// Removes the ranks of the pieces of `set`.
    pub(crate) fn hide(&mut self, set: u128) {
        for plane in &mut self.planes {
            *plane &= !set;
        }
    }

    fn place(&mut self, rank: Rank) {
        let side = self.side;
        if self.is_setting_up(side) {
            self.put(side, self.next_home(), rank);
            self.placed += 1;
            if !self.is_setting_up(side) {
                self.side = side.opponent();
            }
        }
    }

    #[inline]
    fn step(&mut self, from: Square, to: Square) {
        let (us, them) = (self.side, self.side.opponent());
        let survivor = if self.occupied(them) & to.bit() == 0 {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
            Survivor::Attacker
        } else {
            self.quiet_plies = 0;
            self.attack(from, to)
        };
        if survivor == Survivor::Attacker {
            self.carry(us, from, to);
        }
        if let Some(recent_steps) = &mut self.recent_steps {
            match survivor {
                Survivor::Attacker => recent_steps[us.index()].push(Step { from, to }),
                Survivor::Defender | Survivor::Nobody => {
                    recent_steps[us.index()] = RecentSteps::default();
                }
            }
            if survivor != Survivor::Defender {
                recent_steps[them.index()].forget(to);
            }
        }
        self.side = them;
        self.plies = self.plies.saturating_add(1);
    }

    /// Removes the pieces that do not survive an attack, and reveals the survivor.
    #[inline]
    fn attack(&mut self, from: Square, to: Square) -> Survivor {
        let (us, them) = (self.side, self.side.opponent());
        // In a view that has not learned the ranks, neither piece is known to survive.
        let survivor = match (self.rank_at(from), self.rank_at(to)) {
            (Some(attacker), Some(defender)) => attacker.against(defender),
            _ => Survivor::Nobody,
        };
        match survivor {
            Survivor::Attacker => {
                self.take_off(them, to);
                self.revealed |= from.bit();
            }
            Survivor::Defender => {
                self.take_off(us, from);
                self.revealed |= to.bit();
            }
            Survivor::Nobody => {
                self.take_off(us, from);
                self.take_off(them, to);
            }
        }
        survivor
    }

    #[inline]
    fn take_off(&mut self, player: Player, sq: Square) {
        let rest = !sq.bit();
        self.occupied[player.index()] &= rest;
        self.planes = self.planes.map(|plane| plane & rest);
        self.moved &= rest;
        self.revealed &= rest;
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn carry(&mut self, player: Player, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        let carried = |set: u128| set ^ if set & from.bit() != 0 { both } else { 0 };
        self.occupied[player.index()] = carried(self.occupied[player.index()]);
        self.planes = self.planes.map(carried);
        self.revealed = carried(self.revealed);
        self.moved = self.moved & !from.bit() | to.bit();
        if !from.is_beside(to) {
            self.revealed |= to.bit();
        }
    }

    /// Returns the outcome that follows from flags and movable pieces, if any.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.is_setting_up(Player::Second) {
            return None;
        }
        let of_both = |set: u128| self.occupied.map(|occupied| set & occupied != 0);
        let [p0, p1, p2, p3] = self.planes;
        let (flags, movable) = (p0 & !(p1 | p2 | p3), p2 | p3);
        match (of_both(flags), of_both(movable)) {
            ([true, true], [true, true]) => None,
            ([true, true], [false, false]) => Some(Outcome::Draw),
            ([true, true], [true, false]) | ([true, false], _) => Some(Outcome::Win(Player::First)),
            _ => Some(Outcome::Win(Player::Second)),
        }
    }

    /// Returns whether the ply limits end an undecided game.
    #[inline]
    const fn is_counted_out(&self) -> bool {
        self.plies >= Position::MAX_PLIES || self.quiet_plies >= Position::MAX_QUIET_PLIES
    }
}

/// Mixes two words by a folded 128-bit multiplication, as in wyhash (Wang Yi, 2019).
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    (product >> 64) as u64 ^ product as u64
}

impl gamekit::Position for Position {
    type Move = Move;

    /// Red places all his pieces before Blue does, so the players do not alternate.
    const ALTERNATES: bool = false;

    /// Returns the empty board, without the two-squares rule.
    fn initial() -> Position {
        Position::empty()
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side
    }

    /// Checks in this order: a captured flag; a side, or both, without a movable piece; a side to
    /// move without a legal step; the ply limits.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_setting_up(Player::Second) {
            return None;
        }
        let is_stuck = || (!self.has_step()).then_some(Outcome::Win(self.side.opponent()));
        let is_counted_out = || self.is_counted_out().then_some(Outcome::Draw);
        self.decided().or_else(is_stuck).or_else(is_counted_out)
    }

    /// Visits placements from the lowest rank to the highest. Visits steps up, down, left and
    /// right; in each direction by distance, then by target square from the upper left corner.
    #[inline]
    fn legal_moves(&self, mut visit: impl FnMut(Move)) {
        if self.is_setting_up(self.side) {
            let is_left = |rank: &Rank| {
                let placed = self.of_rank(self.side, *rank).count_ones();
                placed < u32::from(Rank::ARMY[rank.index()])
            };
            Rank::ALL.into_iter().filter(is_left).for_each(|rank| visit(Move::Place(rank)));
        } else if self.decided().is_none() && !self.is_counted_out() {
            self.steps(visit);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place(rank) => self.place(rank),
            Move::Step { from, to } => self.step(from, to),
        }
    }

    fn hash(&self) -> u64 {
        let counts =
            u64::from(self.plies) << 16 | u64::from(self.quiet_plies) << 8 | u64::from(self.placed);
        let recent_steps = Player::BOTH.map(|player| {
            let steps = self.recent_steps(player).into_iter().flat_map(RecentSteps::steps);
            steps.fold(u64::from(self.has_two_squares()), |steps, Step { from, to }| {
                steps << 16 | (from.index() << 8 | to.index()) as u64
            })
        });
        folded(folded(self.board_hash(), counts), folded(recent_steps[0], recent_steps[1]))
    }
}
