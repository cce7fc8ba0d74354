//! Information set of one player: the position without the ranks that are hidden from him.

use gamekit::{Observe, Player, Position as _};

use crate::battle::Battle;
use crate::moves::Move;
use crate::position::{Position, Setup};
use crate::rank::Rank;
use crate::square::{squares, Square};

/// Information set of one player: his own pieces, the squares of the enemy's pieces, the pieces
/// that have moved, the ranks that were shown, and so the number of hidden pieces of each rank.
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

    /// Returns the view of `player` after both armies are set up, his own as `setup`, without the
    /// two-squares rule.
    #[must_use]
    pub fn start(player: Player, setup: &Setup) -> View {
        // The enemy's setup is hidden, so any setup gives the same view.
        View::new(&Position::initial().set_up([setup; 2]), player)
    }

    /// Returns the view of `pos` for the player of `before`, with the same numbers of hidden pieces
    /// of each rank.
    pub(crate) fn restored(pos: &Position, before: &View) -> View {
        View { hidden: before.hidden, ..View::new(pos, before.player) }
    }

    /// Returns the player whose view it is.
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

    /// Returns the number of hidden enemy pieces of this rank on the board; while the enemy sets
    /// up, the number in his whole army.
    #[inline]
    #[must_use]
    pub const fn hidden(&self, rank: Rank) -> u8 {
        self.hidden[rank.index()]
    }

    /// Returns the position without the hidden ranks.
    pub(crate) const fn known(&self) -> &Position {
        &self.known
    }

    /// Returns the number of pieces of each rank that a player has on the board.
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

    /// Returns the squares of the pieces of both players whose ranks the other player has seen.
    #[inline]
    #[must_use]
    pub const fn revealed(&self) -> u128 {
        self.known.revealed()
    }

    /// Returns the rank of an own piece or of a revealed enemy piece; `None` for a hidden piece and
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

    /// Returns the side to move.
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

    /// Visits the player's own steps onto squares of `set`, like [`Position::steps_onto`]. Legal
    /// steps do not depend on hidden ranks.
    #[inline]
    pub fn steps_onto(&self, set: u128, visit: impl FnMut(Move)) {
        self.known.steps_onto(self.player, set, visit);
    }

    /// Plays a step of either player; `battle` is the battle that both players see.
    ///
    /// A step onto an enemy without a battle removes both pieces, because the true result is
    /// unknown.
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

    /// Returns the position in which each hidden piece has the rank from `rank_of`. The caller
    /// guarantees that the ranks match the numbers of hidden pieces.
    #[must_use]
    pub fn world(&self, mut rank_of: impl FnMut(Square) -> Rank) -> Position {
        let mut pos = self.known;
        for sq in squares(self.hidden_squares()) {
            pos.set_rank(sq, rank_of(sq));
        }
        pos
    }

    /// Records the rank of a piece that was just revealed.
    fn learn(&mut self, sq: Square, rank: Rank) {
        if self.hidden_squares() & sq.bit() != 0 {
            let hidden = &mut self.hidden[rank.index()];
            *hidden = hidden.saturating_sub(1);
            self.known.set_rank(sq, rank);
        }
    }
}

impl Observe for Position {
    type View = View;

    fn view(&self, player: Player) -> View {
        View::new(self, player)
    }
}
