//! Input features of the NNUE network for Lines of Action.

use gamekit::Player;
use nn::Change;

use crate::lines::{line_of, AXES, LINES};
use crate::moves::Move;
use crate::position::members;
use crate::position::Position;

/// Input features of Lines of Action: the squares of the checkers of either side, and the number of
/// checkers of both sides on each line, which is the length of a move along it.
#[derive(Clone, Copy, Debug)]
pub struct Features;

const SQUARES: usize = 64;

/// Largest number of checkers of a line that has an input. More are rare.
const MOST: usize = 5;

/// Number of output buckets.
const BUCKETS: usize = 4;

/// Number of checkers in a bucket's range; the first bucket has half of all checkers.
const BUCKET_CHECKERS: usize = 4;

/// By axis and line, the number of inputs for earlier lines. Each line has an input for at least
/// one checker, one for at least two, and so on: a checker that comes or goes changes only one.
const BEFORE: [[usize; LINES]; AXES] = before().0;

/// Number of inputs for lines.
const COUNTS: usize = before().1;

const fn before() -> ([[usize; LINES]; AXES], usize) {
    let (mut before, mut sum, mut number) = ([[0; LINES]; AXES], 0, 0);
    while number < AXES * LINES {
        let (axis, line) = (number / LINES, number % LINES);
        before[axis][line] = sum;
        sum += levels(axis, line);
        number += 1;
    }
    (before, sum)
}

/// Returns the number of inputs of a line: none if the line does not exist or has one square.
const fn levels(axis: usize, line: usize) -> usize {
    let squares = match axis {
        0 | 1 if line < 8 => 8,
        0 | 1 => 0,
        _ => 8 - line.abs_diff(7),
    };
    match squares {
        0 | 1 => 0,
        2..MOST => squares,
        _ => MOST,
    }
}

impl nn::Features<Position> for Features {
    /// Own checkers, the enemy's, and the lines.
    const INPUTS: usize = 2 * SQUARES + COUNTS;

    const BUCKETS: usize = BUCKETS;

    /// Rotations and reflections of the board.
    const SYMMETRIES: usize = 8;

    /// Returns the bucket by the number of checkers: up to 12, up to 16, up to 20, up to 24.
    #[inline]
    fn bucket(pos: &Position) -> usize {
        let checkers = (pos.own() | pos.opponent()).count_ones() as usize;
        (checkers.saturating_sub(2 * BUCKET_CHECKERS + 1) / BUCKET_CHECKERS).min(BUCKETS - 1)
    }

    fn active(pos: &Position, side: Player, mut visit: impl FnMut(usize)) {
        let is_mover = side == pos.side();
        let (own, enemy) =
            if is_mover { (pos.own(), pos.opponent()) } else { (pos.opponent(), pos.own()) };
        members(own).for_each(|sq| visit(sq as usize));
        members(enemy).for_each(|sq| visit(SQUARES + sq as usize));
        let mut counts = [[0; LINES]; AXES];
        for sq in members(own | enemy) {
            for (axis, counts) in counts.iter_mut().enumerate() {
                let count = &mut counts[line_of(sq, axis)];
                *count += 1;
                visit_line(axis, line_of(sq, axis), *count, &mut visit);
            }
        }
    }

    #[inline]
    fn changes(before: &Position, mv: Move, _: &Position, mut visit: impl FnMut(Change)) {
        if mv == Move::PASS {
            return;
        }
        let (from, to) = (mv.from(), mv.to());
        let mover = before.side();
        visit(Change::Off(checker(from, mover)));
        visit(Change::On(checker(to, mover)));
        let is_capture = before.opponent() >> to & 1 != 0;
        if is_capture {
            visit(Change::Off(checker(to, mover.opponent())));
        }
        let (left, entered) = (before.lines().through(from), before.lines().through(to));
        for axis in 0..AXES {
            let lines = [from, to].map(|sq| line_of(sq, axis));
            // A line along which a checker moves keeps its count, unless an enemy is captured.
            if is_capture || lines[0] != lines[1] {
                let count = left[axis] as usize;
                visit_line(axis, lines[0], count, |input| visit(Change::Off([input; 2])));
            }
            if !is_capture && lines[0] != lines[1] {
                let count = entered[axis] as usize + 1;
                visit_line(axis, lines[1], count, |input| visit(Change::On([input; 2])));
            }
        }
    }

    fn mirrored(input: usize, symmetry: usize) -> usize {
        if input < 2 * SQUARES {
            return input / SQUARES * SQUARES + turned(input % SQUARES, symmetry);
        }
        let (axis, line, level) = counted(input - 2 * SQUARES);
        let on_line = |sq: &usize| line_of(*sq as u32, axis) == line;
        let ends = [(0..SQUARES).find(on_line), (0..SQUARES).rev().find(on_line)];
        let [start, end] = ends.map(|sq| turned(sq.unwrap_or(0), symmetry) as u32);
        let axis = (0..AXES).find(|&axis| line_of(start, axis) == line_of(end, axis)).unwrap_or(0);
        2 * SQUARES + BEFORE[axis][line_of(start, axis)] + level
    }
}

/// Returns the inputs of both perspectives for a checker of `owner` on the square `sq`.
#[inline]
fn checker(sq: u32, owner: Player) -> [usize; 2] {
    Player::BOTH.map(|side| sq as usize + if owner == side { 0 } else { SQUARES })
}

/// Visits the input for at least `count` checkers, if there is one.
#[inline]
fn visit_line(axis: usize, line: usize, count: usize, visit: impl FnOnce(usize)) {
    if count <= levels(axis, line) {
        visit(2 * SQUARES + BEFORE[axis][line] + count - 1);
    }
}

/// Returns axis and line of an input for lines, and the number of checkers it stands for minus one.
fn counted(input: usize) -> (usize, usize, usize) {
    let lines = (0..AXES).flat_map(|axis| (0..LINES).map(move |line| (axis, line)));
    let mut of_input = lines.filter_map(|(axis, line)| {
        let level = input.checked_sub(BEFORE[axis][line])?;
        (level < levels(axis, line)).then_some((axis, line, level))
    });
    of_input.next().unwrap_or_default()
}

/// Returns the image of the square `sq` under a symmetry of the board, whose bits say whether files
/// are reversed, whether ranks are reversed, and whether both are exchanged.
const fn turned(sq: usize, symmetry: usize) -> usize {
    let files = if symmetry & 1 == 0 { sq / 8 } else { 7 - sq / 8 };
    let ranks = if symmetry & 2 == 0 { sq % 8 } else { 7 - sq % 8 };
    if symmetry & 4 == 0 {
        files * 8 + ranks
    } else {
        ranks * 8 + files
    }
}
