//! Input features of the NNUE network for Lamistra.

use gamekit::{squares, Player, Square};
use nn::Change;

use crate::army::{Army, Piece};
use crate::board::{seen_by, BOARD, HOMES};
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;

/// Input features of Lamistra: the cells of the pieces of either side, by their public knowledge,
/// and the numbers that decide which roles they may still take: the roles in stock and the slack.
///
/// A number has an input for at least one, one for at least two, and so on: a change by one changes
/// one input.
#[derive(Clone, Copy, Debug)]
pub struct Features;

/// Kinds of pieces, in the order of [`Army::cells`]: each named role but the flag, which is named
/// only when it is lost, then the pieces without a role, unmoved and moved.
const KINDS: usize = Role::COUNT + 1;

/// Kind of the pieces without a role that have not moved.
const UNMOVED: usize = KINDS - 2;

/// Kind of the pieces without a role that have moved.
const MOVED: usize = KINDS - 1;

/// Returns the cells on which a piece of this kind may stand, from its owner's perspective. Bombs
/// and pieces that have not moved stand on home cells.
const fn cells(kind: usize) -> u64 {
    match kind {
        0 | UNMOVED => HOMES[0],
        _ => BOARD,
    }
}

/// By kind, the number of inputs of one side for earlier kinds; the last number is that of all.
const FIRST: [usize; KINDS + 1] = {
    let mut first = [0; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        first[kind + 1] = first[kind] + cells(kind).count_ones() as usize;
        kind += 1;
    }
    first
};

/// By kind and cell, the number of cells of that kind before it.
const BEFORE: [[u8; 64]; KINDS] = {
    let mut before = [[0; 64]; KINDS];
    let mut index = 0;
    while index < KINDS * 64 {
        let (kind, cell) = (index / 64, index % 64);
        before[kind][cell] = (cells(kind) & ((1 << cell) - 1)).count_ones() as u8;
        index += 1;
    }
    before
};

/// Largest slack that has an input of its own.
const MAX_SLACK: usize = 8;

/// By role, the number of inputs of one side before those of its stock; the number after the last
/// one is where those of the slack begin. The flag is in stock during the whole game.
const STOCKS: [usize; Role::COUNT + 1] = {
    let mut first = [FIRST[KINDS]; Role::COUNT + 1];
    let mut role = 1;
    while role < Role::COUNT {
        first[role + 1] = first[role] + Role::STOCK[role] as usize;
        role += 1;
    }
    first
};

/// Number of inputs of one side.
const SIDE: usize = STOCKS[Role::COUNT] + MAX_SLACK;

/// Number of output buckets.
const BUCKETS: usize = 4;

/// Number of pieces in a bucket's range. The first bucket has the rest of 42.
const BUCKET_PIECES: usize = 7;

impl nn::Features<Position> for Features {
    /// A side's own army, then the enemy's, each from its owner's perspective.
    const INPUTS: usize = 2 * SIDE;

    const BUCKETS: usize = BUCKETS;

    /// The identity and the reflection that exchanges left and right.
    const SYMMETRIES: usize = 2;

    /// Returns the bucket by the number of pieces: up to 21, up to 28, up to 35, up to 42.
    fn bucket(pos: &Position) -> usize {
        let pieces = Player::BOTH.map(|player| pos.army(player).pieces());
        let captured = 42 - (pieces[0] | pieces[1]).count_ones() as usize;
        (BUCKETS - 1).saturating_sub(captured / BUCKET_PIECES)
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        for owner in Player::BOTH {
            let army = pos.army(owner);
            let mut visit = |input| visit(inputs(owner, input)[side.index()]);
            for (kind, cells) in army.cells().into_iter().take(KINDS).enumerate() {
                squares(cells).for_each(|cell| visit(place(kind, seen_by(owner, cell))));
            }
            change_numbers(&Army::EMPTY, army, |number, _| visit(number));
        }
    }

    fn changes(before: &Position, mv: Move, after: &Position, mut visit: impl FnMut(Change)) {
        let step = match (before.attack(), mv) {
            // An attack changes the armies once both roles are named.
            _ if after.attack().is_some() => return,
            (Some(attack), _) => attack.step,
            (None, Move::Step(step)) => step,
            (None, Move::Name(_)) => return,
        };
        for owner in Player::BOTH {
            // A step to an empty cell changes one army.
            if before.attack().is_none() && owner != before.stepper() {
                continue;
            }
            let [old, new] = [before, after].map(|pos| pos.army(owner));
            for cell in [step.from, step.to] {
                let [was, is] = [old, new].map(|army| army.piece_at(cell));
                if was != is {
                    let seen = seen_by(owner, cell);
                    let inputs = |piece| inputs(owner, place(kind(piece), seen));
                    was.map(inputs).map(Change::Off).into_iter().for_each(&mut visit);
                    is.map(inputs).map(Change::On).into_iter().for_each(&mut visit);
                }
            }
            change_numbers(old, new, |number, is_on| {
                let inputs = inputs(owner, number);
                visit(if is_on { Change::On(inputs) } else { Change::Off(inputs) });
            });
        }
    }

    fn mirrored(input: usize, symmetry: usize) -> usize {
        let (side, input) = (input / SIDE * SIDE, input % SIDE);
        let kind = (0..KINDS).find(|&kind| input < FIRST[kind + 1]);
        let Some(kind) = kind.filter(|_| symmetry != 0) else {
            return side + input;
        };
        let is_same = |cell: &Square| place(kind, *cell) == input;
        let mirror = |cell: Square| Square::new((cell.index() + 6) as u8 - 2 * cell.file());
        let cell = squares(cells(kind)).find(is_same).map(mirror);
        side + cell.map_or(input, |cell| place(kind, cell))
    }
}

/// Returns the inputs of both perspectives for an input of the army of `owner`.
#[inline]
fn inputs(owner: Player, input: usize) -> [usize; 2] {
    Player::BOTH.map(|side| if owner == side { input } else { SIDE + input })
}

/// Returns the input of a piece of this kind on a cell, from its owner's perspective.
#[inline]
fn place(kind: usize, cell: Square) -> usize {
    FIRST[kind] + usize::from(BEFORE[kind][cell.index()])
}

/// Returns the kind of a piece.
const fn kind(piece: Piece) -> usize {
    match piece {
        Piece::Named(role) => role.index() - 1,
        Piece::Unmoved => UNMOVED,
        Piece::Moved => MOVED,
    }
}

/// Visits the inputs for the numbers of an army, the stock and the slack, in which `old` and `new`
/// differ, and whether `new` has the input on.
#[inline]
fn change_numbers(old: &Army, new: &Army, mut visit: impl FnMut(usize, bool)) {
    let mut change = |first: usize, old: usize, new: usize| {
        (new..old).for_each(|number| visit(first + number, false));
        (old..new).for_each(|number| visit(first + number, true));
    };
    let stocks = [old, new].map(Army::stocks);
    if stocks[0] == stocks[1] && old.unmoved() == new.unmoved() {
        return;
    }
    for role in 1..Role::COUNT {
        let [old, new] = stocks.map(|stock| usize::from(stock[role]));
        change(STOCKS[role], old, new);
    }
    let [old, new] = [old, new].map(|army| (army.slack() as usize).min(MAX_SLACK));
    change(STOCKS[Role::COUNT], old, new);
}
