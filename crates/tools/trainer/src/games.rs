//! The list of games whose weights can be learned.

use std::marker::PhantomData;

use search::{Params, Weights};

use crate::student::Game;
use crate::{Climb, Climbed, Fit, FitError, Fitted, Student, climb, fit};

/// Every game with weights to learn.
static STUDENTS: &[&dyn Student] = &[
    &Entry::<Breakthrough>(PhantomData),
    &Entry::<LinesOfAction>(PhantomData),
    &Entry::<Jungle>(PhantomData),
];

/// Returns every game with weights to learn.
#[must_use]
pub fn students() -> &'static [&'static dyn Student] {
    STUDENTS
}

/// Declares a game by the crate of its bot.
macro_rules! game {
    ($name:ident, $package:ident, $text:literal) => {
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
    };
}

game!(Breakthrough, breakthrough, "breakthrough");
game!(LinesOfAction, lines_of_action, "lines-of-action");
game!(Jungle, jungle, "jungle");

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::tests::check_linear;

    #[test]
    fn evaluations_are_linear_in_their_weights() {
        check_linear::<Breakthrough>();
        check_linear::<LinesOfAction>();
        check_linear::<Jungle>();
    }
}
