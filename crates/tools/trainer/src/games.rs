//! The list of games whose weights can be learned.

use std::marker::PhantomData;

use search::{Params, Weights};

use crate::student::Game;
use crate::{Climb, Climbed, Fit, FitError, Fitted, Student, climb, fit};

/// Declares the games whose bots have weights, by the crates of the bots.
macro_rules! games {
    ($($name:ident: $package:ident, $text:literal;)*) => {
        /// Every game with weights to learn.
        static STUDENTS: &[&dyn Student] = &[$(&Entry::<$name>(PhantomData),)*];

        $(
            struct $name;

            impl Game for $name {
                type Position = $package::Position;
                type Engine = $package::Engine;

                const NAME: &'static str = $text;
                const PARAMS: Params = $package::SETTINGS.params;
                const SOURCE: &'static str = concat!("crates/games/", $text, "/src/weights.rs");

                fn weights(engine: &mut $package::Engine) -> &mut dyn Weights {
                    &mut engine.weights
                }
            }
        )*

        #[cfg(test)]
        mod tests {
            #[test]
            fn evaluations_are_linear_in_their_weights() {
                $(crate::rows::tests::check_linear::<super::$name>();)*
            }
        }
    };
}

games! {
    Breakthrough: breakthrough, "breakthrough";
    LinesOfAction: lines_of_action, "lines-of-action";
    Jungle: jungle, "jungle";
    Lamistra: lamistra, "lamistra";
}

/// Returns every game with weights to learn.
#[must_use]
pub fn students() -> &'static [&'static dyn Student] {
    STUDENTS
}

/// A game in the list.
struct Entry<G>(PhantomData<G>);

impl<G: Game> Student for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn source(&self) -> &'static str {
        G::SOURCE
    }

    fn fit(&self, plan: &Fit, progress: &(dyn Fn(f64) + Sync)) -> Result<Fitted, FitError> {
        fit::run::<G>(plan, progress)
    }

    fn climb(&self, plan: &Climb, progress: &(dyn Fn(f64) + Sync)) -> Climbed {
        climb::run::<G>(plan, progress)
    }
}
