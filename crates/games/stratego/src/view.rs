use gamekit::{Player, Position as _};

use crate::battle::Battle;
use crate::moves::Move;
use crate::position::{Position, Setup};
use crate::rank::Rank;
use crate::square::{squares, Square};

/// All that one player may know of a position, and nothing else: his own pieces, where the enemy's
/// stand, which have moved, the ranks that were shown, and so how many of each rank are still
/// hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    player: Player,
    /// The position without the hidden ranks.
    known: Position,
    hidden: [u8; Rank::COUNT],
}

impl View {
    pub(crate) fn new(pos: &Position, player: Player) -> View {
        let enemy = player.opponent();
        let hidden_squares = pos.occupied(enemy) & !pos.revealed();
        let hidden = if pos.is_setting_up(enemy) {
            Rank::ARMY
        } else {
            Rank::ALL.map(|rank| (pos.of_rank(enemy, rank) & hidden_squares).count_ones() as u8)
        };
        let mut known = *pos;
        known.hide(hidden_squares);
        View { player, known, hidden }
    }

    /// Returns what `player` knows when both armies stand and his is `setup`, without the
    /// two-squares rule.
    #[must_use]
    pub fn start(player: Player, setup: &Setup) -> View {
        // Nothing of the enemy's setup is seen, so that any will do.
        View::new(&Position::initial().set_up([setup; 2]), player)
    }

    /// Returns what the player of `before` knows of `pos` if as many pieces of each rank are hidden as
    /// before.
    pub(crate) fn restored(pos: &Position, before: &View) -> View {
        View { hidden: before.hidden, ..View::new(pos, before.player) }
    }

    /// Returns whose view it is.
    #[inline]
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Returns the squares of the player's own pieces.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u128 {
        self.known.occupied(self.player)
    }

    /// Returns the squares of the enemy's pieces.
    #[inline]
    #[must_use]
    pub const fn enemies(&self) -> u128 {
        self.known.occupied(self.player.opponent())
    }

    /// Returns the squares of the enemy's pieces whose ranks the player has not seen.
    #[inline]
    #[must_use]
    pub const fn hidden_squares(&self) -> u128 {
        self.enemies() & !self.known.revealed()
    }

    /// Returns how many of the enemy's pieces of this rank are on the board unseen; while the
    /// enemy sets up, how many he has in all.
    #[inline]
    #[must_use]
    pub const fn hidden(&self, rank: Rank) -> u8 {
        self.hidden[rank.index()]
    }

    /// Returns the position without the hidden ranks.
    pub(crate) const fn known(&self) -> &Position {
        &self.known
    }

    /// Returns how many pieces of each rank a player has on the board.
    #[must_use]
    pub fn census(&self, player: Player) -> [u8; Rank::COUNT] {
        let hidden = if player == self.player { [0; Rank::COUNT] } else { self.hidden };
        Rank::ALL.map(|rank| self.of_rank(player, rank).count_ones() as u8 + hidden[rank.index()])
    }

    /// Returns the squares of the pieces of both players that have moved.
    #[inline]
    #[must_use]
    pub const fn moved(&self) -> u128 {
        self.known.moved()
    }

    /// Returns the squares of the pieces of both players whose ranks the other one has seen.
    #[inline]
    #[must_use]
    pub const fn revealed(&self) -> u128 {
        self.known.revealed()
    }

    /// Returns the rank of an own piece, or of an enemy's that was seen; `None` for a hidden one as
    /// for an empty square.
    #[inline]
    #[must_use]
    pub const fn rank_at(&self, sq: Square) -> Option<Rank> {
        self.known.rank_at(sq)
    }

    /// Returns the squares of the pieces of `player` that are known to have this rank.
    #[inline]
    #[must_use]
    pub const fn of_rank(&self, player: Player, rank: Rank) -> u128 {
        self.known.of_rank(player, rank)
    }

    /// Returns whose turn it is.
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Player {
        self.known.side_to_move()
    }

    /// Returns [`Position::plies`].
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.known.plies()
    }

    /// Returns [`Position::quiet_plies`].
    #[inline]
    #[must_use]
    pub const fn quiet_plies(&self) -> u8 {
        self.known.quiet_plies()
    }

    /// Visits the player's own steps onto squares of `set`, as [`Position::steps_onto`] does: what
    /// he may do does not depend on what is hidden from him.
    #[inline]
    pub fn steps_onto(&self, set: u128, visit: impl FnMut(Move)) {
        self.known.steps_onto(self.player, set, visit);
    }

    /// Makes a step of either player, of which the players see `battle`.
    ///
    /// A step onto an enemy without a battle takes both pieces off: what has really happened is not
    /// known.
    pub fn play(&mut self, mv: Move, battle: Option<Battle>) {
        if let Move::Step { from, to } = mv {
            if let Some(Battle { attacker, defender }) = battle {
                self.learn(from, attacker);
                self.learn(to, defender);
            } else if !from.is_beside(to) {
                self.learn(from, Rank::Scout);
            }
        }
        self.known.play_unchecked(mv);
    }

    /// Returns the position in which each hidden piece has the rank that `rank_of` gives it. The
    /// caller sees to it that ranks and pieces match.
    #[must_use]
    pub fn world(&self, mut rank_of: impl FnMut(Square) -> Rank) -> Position {
        let mut pos = self.known;
        for sq in squares(self.hidden_squares()) {
            pos.set_rank(sq, rank_of(sq));
        }
        pos
    }

    /// Notes the rank of a piece that the player has seen just now.
    fn learn(&mut self, sq: Square, rank: Rank) {
        if self.hidden_squares() & sq.bit() != 0 {
            let hidden = &mut self.hidden[rank.index()];
            *hidden = hidden.saturating_sub(1);
            self.known.set_rank(sq, rank);
        }
    }
}
