//! Input features of an NNUE network for {{title}}.

use gamekit::Player;
use nn::Change;

use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, HEIGHT, WIDTH};

/// Input features of {{title}}: the squares of the pieces of either side.
///
/// A piece on its last rank has won, so that this rank has no inputs.
#[derive(Clone, Copy, Debug)]
pub struct Features;

/// Number of squares with an input.
const COUNTED: usize = WIDTH * (HEIGHT - 1);

impl nn::Features<Position> for Features {
    /// A side's own pieces, then those of the other side, each from its owner's perspective.
    const INPUTS: usize = 2 * COUNTED;

    const BUCKETS: usize = 1;

    fn bucket(_: &Position) -> usize {
        0
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        for sq in Square::all() {
            if let Some(owner) = pos.at(sq) {
                inputs(sq, owner).into_iter().for_each(|inputs| visit(inputs[side.index()]));
            }
        }
    }

    fn changes(before: &Position, mv: Move, _: &Position, mut visit: impl FnMut(Change)) {
        let mover = before.side();
        let left = inputs(mv.from, mover);
        let entered = inputs(mv.to, mover);
        let captured = before.at(mv.to).and_then(|owner| inputs(mv.to, owner));
        left.map(Change::Off).into_iter().for_each(&mut visit);
        captured.map(Change::Off).into_iter().for_each(&mut visit);
        entered.map(Change::On).into_iter().for_each(&mut visit);
    }
}

/// Returns the inputs of both perspectives for a piece of `owner` on `sq`; `None` on the last rank.
fn inputs(sq: Square, owner: Player) -> Option<[usize; 2]> {
    let rank = match owner {
        Player::First => sq.rank(),
        Player::Second => HEIGHT - 1 - sq.rank(),
    };
    let seen = rank * WIDTH + sq.file();
    let inputs = Player::BOTH.map(|side| if owner == side { seen } else { COUNTED + seen });
    (seen < COUNTED).then_some(inputs)
}
