#[cfg(any(test, feature = "host"))]
use crate::score::WIN;
#[cfg(any(test, feature = "host"))]
use crate::tunables::Tunable;

/// Declares every tunable of the search once: name, default, range and meaning.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The tunables of the search. Depths are in plies, margins in [`Score`](crate::Score)
        /// units.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        #[cfg(any(test, feature = "host"))]
        impl Params {
            /// Every tunable, in the order of the fields.
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
            /// The values that serve any game.
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
    /// How much worse than an even game a draw is for the side that searches.
    contempt: 0 in 0..=1000;
    /// First iteration with a window around the last score.
    aspiration_depth: 4 in 2..=200;
    /// Half the first window; it grows by half more than itself.
    aspiration_window: 20 in 1..=500;
    /// Deepest node that a high evaluation cuts off.
    reverse_futility_depth: 6 in 0..=12;
    /// Evaluation above beta that is worth one ply.
    reverse_futility_margin: 70 in 1..=500;
    /// Deepest node that a low evaluation hands to quiescence.
    razoring_depth: 2 in 0..=6;
    /// Evaluation below alpha that is worth one ply.
    razoring_margin: 200 in 1..=1000;
    /// Shallowest node at which passing is tried.
    null_move_depth: 3 in 2..=200;
    /// Plies by which the search after a pass is reduced.
    null_move_base: 3 in 1..=6;
    /// Depth for one more ply of that reduction.
    null_move_divisor: 4 in 1..=16;
    /// Depth from which a pass that cuts off is verified.
    null_move_verified_depth: 8 in 2..=200;
    /// Deepest node whose hopeless quiet moves are left out.
    futility_depth: 6 in 0..=12;
    /// Evaluation below alpha that is hopeless, per ply.
    futility_margin: 90 in 1..=500;
    /// Deepest node whose late quiet moves are left out.
    move_count_depth: 6 in 0..=12;
    /// Quiet moves kept there, before half the depth's square.
    move_count_base: 4 in 1..=64;
    /// Shallowest node whose late moves are reduced.
    reduction_depth: 3 in 2..=200;
    /// Hundredths of a ply of every reduction.
    reduction_base: 60 in 0..=200;
    /// Hundredths dividing ln(depth) * ln(move number).
    reduction_divisor: 220 in 50..=500;
    /// History worth one ply of reduction.
    reduction_history: 8192 in 1024..=65536;
    /// Shallowest node without a table move to be reduced.
    internal_reduction_depth: 4 in 2..=200;
    /// Shallowest node whose table move may prove singular.
    singular_depth: 7 in 4..=200;
    /// Score per ply by which it must stand out.
    singular_margin: 2 in 0..=20;
    /// History per squared ply of depth for a move that cuts off.
    history_bonus: 24 in 1..=64;
    /// Largest such bonus.
    history_bonus_max: 1600 in 100..=8000;
    /// Plies by which what follows a simultaneous move in which both players choose is searched less deep.
    contest_reduction: 1 in 0..=4;
    /// Score beyond the window, per ply, that searching such a simultaneous move will not bring back.
    contest_margin: 150 in 0..=64000;
    /// Score beyond the window to which what follows it is still told apart: it may be mixed.
    contest_window: 500 in 0..=64000;
    /// Iterations with one best move after which it is trusted.
    stable_iterations: 3 in 1..=20;
    /// Percent of the soft limit used once it is.
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
