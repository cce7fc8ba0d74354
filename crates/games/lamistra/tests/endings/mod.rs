//! Exact values of positions with few steps left, by nested matrix games.

use gamekit::{Player, Position as _};
use lamistra::{Move, Position};
use search::matrix::Matrix;

/// Returns the legal moves of `pos`.
pub(crate) fn legal_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

/// Returns the position after a move.
pub(crate) fn after(pos: &Position, mv: Move) -> Position {
    let mut after = *pos;
    after.play_unchecked(mv);
    after
}

/// Returns Red's expected points with best play to the end of the game.
pub(crate) fn solve(pos: &Position) -> f64 {
    if let Some(outcome) = pos.outcome() {
        return outcome.score(Player::First);
    }
    let moves = legal_moves(pos);
    let is_red = pos.stepper() == Player::First;
    if pos.attack().is_none() {
        let values = moves.iter().map(|&mv| solve(&after(pos, mv)));
        return match is_red {
            true => values.fold(0.0, f64::max),
            false => values.fold(1.0, f64::min),
        };
    }
    let value = exact_matrix(pos).solve().value;
    if is_red {
        value
    } else {
        1.0 - value
    }
}

/// Returns the attacker's expected points by both names in the attack in `pos`, with best play to
/// the end of the game.
pub(crate) fn exact_matrix(pos: &Position) -> Matrix {
    let (moves, names) = (legal_moves(&pos.without_name()), legal_moves(&pos.with_any_name()));
    let is_red = pos.stepper() == Player::First;
    let mut matrix = Matrix::new(moves.len(), names.len());
    for (row, &attacker) in moves.iter().enumerate() {
        for (column, &defender) in names.iter().enumerate() {
            let value = solve(&after(&after(&pos.without_name(), attacker), defender));
            matrix.set(row, column, if is_red { value } else { 1.0 - value });
        }
    }
    matrix
}
