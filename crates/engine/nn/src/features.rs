use gamekit::{Player, Position};

/// What a network is told of a position: which of its inputs are on.
///
/// Both players look at the board with the same weights, each from its own side: what one calls
/// its own piece on its own second rank is the same input for both. A bot and whoever trains its
/// network use the same implementation, so that they cannot come to differ.
pub trait Features<P: Position> {
    /// How many inputs one perspective has.
    const INPUTS: usize;

    /// How many heads the network has, one for each phase of the game.
    const BUCKETS: usize;

    /// Under how many symmetries of the board the rules stay the same; 1 where there is none but
    /// the identity.
    const SYMMETRIES: usize = 1;

    /// Returns the phase of the game, below [`Features::BUCKETS`], the same under all symmetries.
    fn bucket(pos: &P) -> usize;

    /// Calls `visit` once for each input that is on as `side` sees the board, whoever's turn it is.
    fn active(pos: &P, side: Player, visit: impl FnMut(usize));

    /// Calls `visit` for what `mv`, which leads from `before` to `after`, changes in the inputs of
    /// `side`. Applied to those active before, the changes give those active after.
    fn changes(before: &P, mv: P::Move, after: &P, side: Player, visit: impl FnMut(Change));

    /// Returns the input that stands for `input` when the board is seen under `symmetry`, which is
    /// below [`Features::SYMMETRIES`]; 0 is the identity. Each symmetry maps the inputs one to one.
    #[must_use]
    fn mirrored(input: usize, symmetry: usize) -> usize {
        debug_assert!(symmetry < Self::SYMMETRIES, "no symmetry {symmetry}");
        input
    }
}

/// A change of one input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// This input was off and is on now.
    On(usize),
    /// This input was on and is off now.
    Off(usize),
}
