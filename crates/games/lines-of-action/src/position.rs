//! Rules of Lines of Action: a position, its legal moves and its outcome.

use gamekit::{Outcome, Player};

use crate::connection::is_connected;
use crate::lines::{LineCounts, STEPS, WAYS};
use crate::moves::Move;

/// Largest number of checkers of one side.
const MOST_CHECKERS: u32 = 12;

/// Buffer size above the number of moves of twelve checkers in eight directions; a power of two.
const MOVES_BUFFER: usize = 128;

/// Lines of Action position: the checkers, the side to move, and the number of plies played.
///
/// Bitboards run file by file (see `lines`), so that the ascending order of squares is the order of
/// the referee, who sorts the moves by their text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: u64,
    opponent: u64,
    lines: LineCounts,
    side: Player,
    plies: u8,
}

impl Position {
    /// Plies after which a game without a winner is drawn.
    pub const LONGEST_GAME: u8 = 150;

    /// Returns the position with the checkers `own` of `side`, the side to move, and those of the
    /// opponent, after `plies` plies. Returns `None` for two checkers on one square, for more than
    /// twelve of one side, and for more than 150 plies.
    #[must_use]
    pub(crate) fn new(own: u64, opponent: u64, side: Player, plies: u8) -> Option<Position> {
        let is_possible = own & opponent == 0
            && own.count_ones() <= MOST_CHECKERS
            && opponent.count_ones() <= MOST_CHECKERS
            && plies <= Position::LONGEST_GAME;
        let mut lines = LineCounts::EMPTY;
        for sq in members(own | opponent) {
            lines.add(sq);
        }
        is_possible.then_some(Position { own, opponent, lines, side, plies })
    }

    /// Returns the checkers of the side to move.
    #[inline]
    #[must_use]
    pub(crate) const fn own(&self) -> u64 {
        self.own
    }

    /// Returns the checkers of the other side.
    #[inline]
    #[must_use]
    pub(crate) const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub(crate) const fn side(&self) -> Player {
        self.side
    }

    /// Returns the number of checkers on each line.
    #[inline]
    #[must_use]
    pub(crate) const fn lines(&self) -> &LineCounts {
        &self.lines
    }

    /// Returns the number of plies played, at most 150.
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns whether all checkers of `player` are in one group.
    #[must_use]
    pub fn is_connected(&self, player: Player) -> bool {
        is_connected(if player == self.side { self.own } else { self.opponent })
    }

    /// Returns the colour of the checker on a square given by its file and rank, 0 to 7.
    #[must_use]
    pub fn checker(&self, file: u8, rank: u8) -> Option<Player> {
        let bit = 1_u64 << (file % 8 * 8 + rank % 8);
        if self.own & bit != 0 {
            Some(self.side)
        } else {
            (self.opponent & bit != 0).then_some(self.side.opponent())
        }
    }

    /// Calls `visit` for each direction with the target square of the own checker on `from`, and
    /// whether the move is legal: the target is on the board, has no own checker, and no enemy is
    /// on the way. If the move is illegal, the target may be any number.
    ///
    /// The code is branchless: branches would be mispredicted half the time, since legality is
    /// unpredictable.
    #[inline(always)]
    fn try_directions(&self, from: u32, mut visit: impl FnMut(u32, bool)) {
        let ways = &WAYS[from as usize % 64];
        let counts = self.lines.through(from);
        for direction in 0..8 {
            let distance = counts[direction / 2];
            // Off the board the target is meaningless, but there the table blocks the way.
            let to = from.wrapping_add_signed(STEPS[direction] * distance as i32);
            let obstacles =
                ways[direction][distance as usize % 8] & self.opponent | self.own >> (to % 64) & 1;
            visit(to, obstacles == 0);
        }
    }

    /// Returns the target squares of the own checker on `from`.
    #[inline]
    #[must_use]
    pub(crate) fn targets(&self, from: u32) -> u64 {
        let mut targets = 0;
        self.try_directions(from, |to, is_legal| targets |= u64::from(is_legal) << (to % 64));
        targets
    }

    /// Visits the moves of a game that goes on, in no particular order. A third faster than
    /// [`gamekit::Position::legal_moves`].
    #[inline]
    pub(crate) fn visit_moves(&self, mut visit: impl FnMut(Move)) {
        let mut moves = [Move::PASS; MOVES_BUFFER];
        let mut count = 0;
        for from in members(self.own) {
            self.try_directions(from, |to, is_legal| {
                // The remainder avoids a bounds check.
                moves[count % MOVES_BUFFER] = Move::new(from, to);
                count += usize::from(is_legal);
            });
        }
        if count == 0 {
            visit(Move::PASS);
        }
        for &mv in moves.iter().take(count) {
            visit(mv);
        }
    }

    /// Returns the same position with the other side to move, a ply later.
    #[inline]
    #[must_use]
    pub(crate) const fn passed(&self) -> Position {
        Position {
            own: self.opponent,
            opponent: self.own,
            lines: self.lines,
            side: self.side.opponent(),
            plies: self.plies.saturating_add(1),
        }
    }

    /// Returns a hash of the checkers, the side to move and `extra`: two rounds of folded 128-bit
    /// multiplication, as in wyhash (Wang Yi, 2019), instead of Zobrist hashing.
    #[inline]
    #[must_use]
    pub(crate) fn hash_with(&self, extra: u8) -> u64 {
        const KEYS: [u64; 3] =
            [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
        let folded = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let checkers = folded(self.own ^ KEYS[0], self.opponent ^ KEYS[1]);
        let rest = self.side.index() as u64 | u64::from(extra) << 1;
        folded(checkers ^ KEYS[2], KEYS[1] ^ rest)
    }
}

/// Iterates over the squares of a bitboard in ascending order.
#[inline]
pub(crate) fn members(set: u64) -> impl Iterator<Item = u32> {
    gamekit::squares(set).map(|sq| sq.index() as u32)
}

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        /// Ranks 1 and 8 of files b to g.
        const BLACK: u64 = 0x0081_8181_8181_8100;
        /// Files a and h of ranks 2 to 7.
        const WHITE: u64 = 0x7e00_0000_0000_007e;
        Position::new(BLACK, WHITE, Player::First, 0).expect("the initial position is valid")
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side
    }

    /// Returns the outcome. The player who has just moved wins if both are connected.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if is_connected(self.opponent) {
            Some(Outcome::Win(self.side.opponent()))
        } else if is_connected(self.own) {
            Some(Outcome::Win(self.side))
        } else {
            (self.plies >= Position::LONGEST_GAME).then_some(Outcome::Draw)
        }
    }

    /// Visits the legal moves, sorted by their text.
    fn legal_moves(&self, mut visit: impl FnMut(Move)) {
        if self.outcome().is_some() {
            return;
        }
        let mut can_move = false;
        for from in members(self.own) {
            for to in members(self.targets(from)) {
                can_move = true;
                visit(Move::new(from, to));
            }
        }
        if !can_move {
            visit(Move::PASS);
        }
    }

    fn legal_move_count(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let mut count = 0;
        for from in members(self.own) {
            self.try_directions(from, |_, is_legal| count += usize::from(is_legal));
        }
        count.max(1)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (left, entered) = (1_u64 << from, 1_u64 << to);
        if self.own & left != 0 {
            self.lines.remove(from);
            if (self.own ^ left | self.opponent) & entered == 0 {
                self.lines.add(to);
            }
            self.own = self.own ^ left | entered;
            self.opponent &= !entered;
        }
        *self = self.passed();
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash_with(self.plies)
    }
}
