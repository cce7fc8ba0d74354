//! Tunable parameters of the search: one list of names, defaults, ranges and meanings.

#[cfg(any(test, feature = "host"))]
use crate::score::WIN;

/// Tunable parameter: its name, default and range.
#[cfg(any(test, feature = "host"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Name of the field of [`Params`].
    pub name: &'static str,
    /// Value in [`Params::default`].
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
}

/// Declares every tunable of the search once: name, default, range and meaning.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// Tunable parameters of the search. Depths are in plies, margins in centi-pieces (see
        /// [`Score`](crate::Score)).
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        #[cfg(any(test, feature = "host"))]
        impl Params {
            /// All tunables, in the order of the fields.
            pub const LIST: &'static [Tunable] = &[
                $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            pub(crate) fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        impl Params {
            /// Default values, suitable for any game.
            pub const DEFAULT: Params = Params { $($name: $default,)* };
        }

        impl Default for Params {
            fn default() -> Params {
                Params::DEFAULT
            }
        }
    };
}

params! {
    /// Contempt: score below an even game that a draw has for the side that searches.
    contempt: 0 in 0..=1000;
    /// Aspiration windows: first iteration with a window around the last score.
    aspiration_depth: 4 in 2..=200;
    /// Aspiration windows: half the width of the first window; a fail multiplies it by 2.5.
    aspiration_window: 20 in 1..=500;
    /// Reverse futility pruning (RFP): maximum depth, in plies.
    reverse_futility_depth: 6 in 0..=12;
    /// Reverse futility pruning (RFP): margin above beta, in centi-pieces per ply.
    reverse_futility_margin: 70 in 1..=500;
    /// Razoring: maximum depth, in plies.
    razoring_depth: 2 in 0..=6;
    /// Razoring: margin below alpha, in centi-pieces per ply.
    razoring_margin: 200 in 1..=1000;
    /// Null-move pruning (NMP): minimum depth, in plies.
    null_move_depth: 3 in 2..=200;
    /// Null-move pruning (NMP): base reduction, in plies.
    null_move_base: 3 in 1..=6;
    /// Null-move pruning (NMP): depth per additional ply of reduction.
    null_move_divisor: 4 in 1..=16;
    /// Null-move pruning (NMP): minimum depth of the verification search, in plies.
    null_move_verified_depth: 8 in 2..=200;
    /// Futility pruning: maximum depth, in plies.
    futility_depth: 6 in 0..=12;
    /// Futility pruning: margin below alpha, in centi-pieces per ply.
    futility_margin: 90 in 1..=500;
    /// Late move pruning (LMP): maximum depth, in plies.
    move_count_depth: 6 in 0..=12;
    /// Late move pruning (LMP): moves searched first, plus depth² / 2 (depth² if improving).
    move_count_base: 4 in 1..=64;
    /// Late move reductions (LMR): minimum depth, in plies.
    reduction_depth: 3 in 2..=200;
    /// Late move reductions (LMR): base reduction, in hundredths of a ply.
    reduction_base: 60 in 0..=200;
    /// Late move reductions (LMR): divisor of ln(depth) * ln(move number), in hundredths.
    reduction_divisor: 220 in 50..=500;
    /// Late move reductions (LMR): history score per ply less of reduction.
    reduction_history: 8192 in 1024..=65536;
    /// Internal iterative reductions (IIR): minimum depth, in plies.
    internal_reduction_depth: 4 in 2..=200;
    /// Singular extensions: minimum depth, in plies.
    singular_depth: 7 in 4..=200;
    /// Singular extensions: margin below the table's score, in centi-pieces per ply.
    singular_margin: 2 in 0..=20;
    /// History heuristic: bonus for a beta cutoff, per squared ply of depth.
    history_bonus: 24 in 1..=64;
    /// History heuristic: maximum bonus.
    history_bonus_max: 1600 in 100..=8000;
    /// Simultaneous moves: reduction of the search after one in which both players have a choice,
    /// in plies.
    contest_reduction: 1 in 0..=4;
    /// Simultaneous moves: margin outside the window, in centi-pieces per ply, beyond which such a
    /// move is not searched.
    contest_margin: 150 in 0..=64000;
    /// Simultaneous moves: extension of the window on both sides for the entries of such a move, in
    /// centi-pieces, since the equilibrium may mix them.
    contest_window: 500 in 0..=64000;
    /// Time management: iterations with the same best move after which it counts as stable.
    stable_iterations: 3 in 1..=20;
    /// Time management: share of the soft limit used with a stable best move, in percent.
    stable_time: 60 in 10..=100;
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
