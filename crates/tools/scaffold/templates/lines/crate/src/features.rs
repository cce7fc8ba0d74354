//! Input features of an NNUE network for {{title}}.

use gamekit::Player;
use nn::Change;

use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, SQUARES};

/// Input features of {{title}}: the squares of the pieces of either side.
#[derive(Clone, Copy, Debug)]
pub struct Features;

impl nn::Features<Position> for Features {
    /// A side's own pieces, then those of the other side.
    const INPUTS: usize = 2 * SQUARES;

    const BUCKETS: usize = 1;

    fn bucket(_: &Position) -> usize {
        0
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        for sq in Square::all() {
            if let Some(owner) = pos.at(sq) {
                visit(input(sq, owner, side));
            }
        }
    }

    fn changes(before: &Position, mv: Move, _: &Position, mut visit: impl FnMut(Change)) {
        if let Some(to) = mv.target(before) {
            visit(Change::On(Player::BOTH.map(|side| input(to, before.side(), side))));
        }
    }
}

/// Returns the input of `side` for a piece of `owner` on `sq`.
fn input(sq: Square, owner: Player, side: Player) -> usize {
    if owner == side {
        sq.index()
    } else {
        SQUARES + sq.index()
    }
}
