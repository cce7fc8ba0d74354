use crate::player::Player;
use crate::position::Position;

/// A game whose players do not know the same of a position.
///
/// A referee holds the position; a player, and whoever plays fairly for him, only a view of it.
pub trait Observe: Position {
    /// All that one player may know of a position.
    type View;

    /// Returns what `player` may know. Positions that differ only in what is hidden from him have
    /// equal views.
    fn view(&self, player: Player) -> Self::View;
}
