//! Rules of Stratego: the position, the legal moves and the outcome.

mod hash;
mod pieces;
mod play;
mod steps;

use gamekit::{Outcome, Player};

use crate::moves::Move;
use crate::rank::Rank;
use crate::two_squares::RecentSteps;

/// Setup: the ranks of an army in the order in which they are placed, from the player's highest row
/// on the board to his lowest, each row from left to right.
pub type Setup = [Rank; Position::ARMY_SIZE];

/// A Stratego position: the pieces, the public knowledge about them, the side to move, and the
/// length of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Squares with pieces, by player.
    occupied: [u128; 2],
    /// Bit planes of the [`code`](pieces::code) of the rank on each square; 0 for an empty square
    /// or, in a [`View`](crate::View), a hidden rank.
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
        self.full_hash()
    }
}
