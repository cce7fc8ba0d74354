//! Input features of a network: the interface that a game implements.

use gamekit::{Player, Position};

/// Input features of a game: the active inputs of a position, and their changes by a move.
///
/// Both perspectives share the same weights, each seen from its own side: a player's own piece on
/// its own second rank is the same input for both. A bot and the trainer of its network use the
/// same implementation, so that the two cannot diverge.
pub trait Features<P: Position> {
    /// Number of inputs of one perspective.
    const INPUTS: usize;

    /// Number of output buckets: heads of the network, one for each phase of the game.
    const BUCKETS: usize;

    /// Number of symmetries of the board under which the rules stay the same; 1 if there is only
    /// the identity.
    const SYMMETRIES: usize = 1;

    /// Returns the output bucket, the phase of the game, below [`Features::BUCKETS`]. It is the
    /// same under all symmetries.
    fn bucket(pos: &P) -> usize;

    /// Calls `visit` once for each active input from the perspective of `side`, whichever side is
    /// to move.
    fn active(pos: &P, side: Player, visit: impl FnMut(usize));

    /// Calls `visit` for each change of the inputs by `mv`, which leads from `before` to `after`.
    /// Applied to the inputs active before, the changes give those active after, from either
    /// perspective.
    fn changes(before: &P, mv: P::Move, after: &P, visit: impl FnMut(Change));

    /// Returns the input that `input` becomes under `symmetry`, which is below
    /// [`Features::SYMMETRIES`]; 0 is the identity. Each symmetry maps the inputs one to one.
    #[must_use]
    fn mirrored(input: usize, symmetry: usize) -> usize {
        debug_assert!(symmetry < Self::SYMMETRIES, "no symmetry {symmetry}");
        input
    }
}

/// Change of one input of each perspective, by [`Player::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The inputs were inactive and become active.
    On([usize; 2]),
    /// The inputs were active and become inactive.
    Off([usize; 2]),
}
