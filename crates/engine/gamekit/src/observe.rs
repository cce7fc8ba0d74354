//! Hidden information: the view that one player has of a position.

use crate::player::Player;
use crate::position::Position;

/// Game with hidden information.
///
/// The referee holds the position. A player holds only a view of it.
pub trait Observe: Position {
    /// A player's view: everything that the player may know of a position.
    type View;

    /// Returns the view of `player`. Positions that differ only in what is hidden from that player
    /// have equal views: they are one information set.
    fn view(&self, player: Player) -> Self::View;
}
