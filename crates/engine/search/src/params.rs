//! Tunable parameters of the search.

#[cfg(any(test, feature = "host"))]
use crate::score::WIN;

/// Tunable parameters of the search. Depths are in plies, margins in centi-pieces (see
/// [`Score`](crate::Score)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params {
    /// Contempt: score below an even game that a draw has for the side that searches.
    pub contempt: i32,
    /// Aspiration windows: first iteration with a window around the last score.
    pub aspiration_depth: i32,
    /// Aspiration windows: half the width of the first window; a fail multiplies it by 2.5.
    pub aspiration_window: i32,
    /// Reverse futility pruning (RFP): maximum depth, in plies.
    pub reverse_futility_depth: i32,
    /// Reverse futility pruning (RFP): margin above beta, in centi-pieces per ply.
    pub reverse_futility_margin: i32,
    /// Razoring: maximum depth, in plies.
    pub razoring_depth: i32,
    /// Razoring: margin below alpha, in centi-pieces per ply.
    pub razoring_margin: i32,
    /// Null-move pruning (NMP): minimum depth, in plies.
    pub null_move_depth: i32,
    /// Null-move pruning (NMP): base reduction, in plies.
    pub null_move_base: i32,
    /// Null-move pruning (NMP): depth per additional ply of reduction.
    pub null_move_divisor: i32,
    /// Null-move pruning (NMP): minimum depth of the verification search, in plies.
    pub null_move_verified_depth: i32,
    /// Futility pruning: maximum depth, in plies.
    pub futility_depth: i32,
    /// Futility pruning: margin below alpha, in centi-pieces per ply.
    pub futility_margin: i32,
    /// Late move pruning (LMP): maximum depth, in plies.
    pub move_count_depth: i32,
    /// Late move pruning (LMP): moves searched first, plus depth² / 2 (depth² if improving).
    pub move_count_base: i32,
    /// Late move reductions (LMR): minimum depth, in plies.
    pub reduction_depth: i32,
    /// Late move reductions (LMR): base reduction, in hundredths of a ply.
    pub reduction_base: i32,
    /// Late move reductions (LMR): divisor of ln(depth) * ln(move number), in hundredths.
    pub reduction_divisor: i32,
    /// Late move reductions (LMR): history score per ply less of reduction.
    pub reduction_history: i32,
    /// Internal iterative reductions (IIR): minimum depth, in plies.
    pub internal_reduction_depth: i32,
    /// Singular extensions: minimum depth, in plies.
    pub singular_depth: i32,
    /// Singular extensions: margin below the table's score, in centi-pieces per ply.
    pub singular_margin: i32,
    /// History heuristic: bonus for a beta cutoff, per squared ply of depth.
    pub history_bonus: i32,
    /// History heuristic: maximum bonus.
    pub history_bonus_max: i32,
    /// History heuristic: bonus for a quiet move, per centi-piece by which the static evaluation
    /// rises.
    pub evaluation_bonus: i32,
    /// History heuristic: maximum of that bonus.
    pub evaluation_bonus_max: i32,
    /// Simultaneous moves: reduction of the search after one in which both players have a choice,
    /// in plies.
    pub contest_reduction: i32,
    /// Simultaneous moves: margin outside the window, in centi-pieces per ply, beyond which such a
    /// move is not searched.
    pub contest_margin: i32,
    /// Simultaneous moves: extension of the window on both sides for the entries of such a move, in
    /// centi-pieces, since the equilibrium may mix them.
    pub contest_window: i32,
    /// Time management: iterations with the same best move after which it counts as stable.
    pub stable_iterations: i32,
    /// Time management: share of the soft limit used with a stable best move, in percent.
    pub stable_time: i32,
}

impl Params {
    /// Default values, suitable for any game.
    pub const DEFAULT: Params = Params {
        contempt: 0,
        aspiration_depth: 4,
        aspiration_window: 20,
        reverse_futility_depth: 6,
        reverse_futility_margin: 70,
        razoring_depth: 2,
        razoring_margin: 200,
        null_move_depth: 3,
        null_move_base: 3,
        null_move_divisor: 4,
        null_move_verified_depth: 8,
        futility_depth: 6,
        futility_margin: 90,
        move_count_depth: 6,
        move_count_base: 4,
        reduction_depth: 3,
        reduction_base: 60,
        reduction_divisor: 220,
        reduction_history: 8192,
        internal_reduction_depth: 4,
        singular_depth: 7,
        singular_margin: 2,
        history_bonus: 24,
        history_bonus_max: 1600,
        evaluation_bonus: 0,
        evaluation_bonus_max: 400,
        contest_reduction: 1,
        contest_margin: 150,
        contest_window: 500,
        stable_iterations: 3,
        stable_time: 60,
    };
}

impl Default for Params {
    fn default() -> Params {
        Params::DEFAULT
    }
}

#[cfg(any(test, feature = "host"))]
impl Params {
    /// Returns parameters with which the search prunes, reduces and extends nothing that could
    /// change its result: plain alpha-beta to a fixed depth, for tests.
    #[must_use]
    pub fn exact() -> Params {
        let never = 200;
        Params {
            reverse_futility_depth: 0,
            razoring_depth: 0,
            null_move_depth: never,
            futility_depth: 0,
            move_count_depth: 0,
            reduction_depth: never,
            internal_reduction_depth: never,
            singular_depth: never,
            contest_reduction: 0,
            contest_margin: 2 * WIN,
            contest_window: 2 * WIN,
            ..Params::default()
        }
    }
}
