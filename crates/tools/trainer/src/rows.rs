//! Positions as rows of a linear regression: the coefficients of the evaluation's weights.

use fastrand::Rng;
use search::Evaluate;

use crate::game_with_weights::{GameWithWeights, read, write};

/// Position in the form of an evaluation that is linear in its weights: constant plus the sum of
/// coefficient times weight, for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Indices of the weights with a coefficient other than 0, and these coefficients.
    pub(crate) coefficients: Vec<(u16, f32)>,
    /// Part of the evaluation that does not depend on the weights.
    pub(crate) constant: f32,
    /// Target: expected points of the side to move, from 0 to 1.
    pub(crate) target: f32,
    /// Number of the game that the position belongs to.
    pub(crate) game: u32,
}

/// Change of a weight for the finite difference. It is so large that the rounding of an evaluation
/// does not matter.
const STEP: i32 = 256;

/// Largest change of a weight in the check that an evaluation is linear.
const MAX_DRAW: i32 = 200;

/// Largest difference between an evaluation and its row that rounding may cause.
const ROUNDING: f32 = 12.0;

/// Determines the coefficients of the weights in a position by finite differences: evaluates it
/// with engines that differ from the current one in one weight.
pub(crate) struct CoefficientProber<G: GameWithWeights> {
    current: G::Engine,
    values: Vec<i32>,
    /// One engine for each weight, in which this weight is larger by [`STEP`].
    changed: Vec<G::Engine>,
}

impl<G: GameWithWeights> CoefficientProber<G> {
    /// Returns a prober for the current weights of the bot.
    pub(crate) fn new() -> CoefficientProber<G> {
        let mut current = G::Engine::default();
        let values: Vec<i32> =
            read::<G>(&mut current).into_iter().map(|(_, value)| value).collect();
        let changed = (0..values.len()).map(|changed| {
            let mut engine = current.clone();
            let step = |(index, value)| if index == changed { value + STEP } else { value };
            write::<G>(&mut engine, values.iter().copied().enumerate().map(step));
            engine
        });
        CoefficientProber { changed: changed.collect(), current, values }
    }

    /// Returns the row of `pos`.
    pub(crate) fn row(&self, pos: &G::Position, target: f32, game: u32) -> Row {
        let evaluate = |engine: &G::Engine| engine.evaluate(pos, &engine.refresh(pos)) as f32;
        let value = evaluate(&self.current);
        let mut row = Row { coefficients: Vec::new(), constant: value, target, game };
        for (index, engine) in self.changed.iter().enumerate() {
            let factor = (evaluate(engine) - value) / STEP as f32;
            if factor != 0.0 {
                row.coefficients.push((index as u16, factor));
                row.constant -= factor * self.values[index] as f32;
            }
        }
        row
    }

    /// Returns `true` if the row gives the evaluation of `pos` for other weights too, drawn around
    /// the current ones: if the evaluation is linear in its weights, but for rounding.
    pub(crate) fn is_linear(&self, row: &Row, pos: &G::Position, rng: &mut Rng) -> bool {
        let drawn = self.values.iter().map(|&value| value + rng.i32(-MAX_DRAW..=MAX_DRAW));
        let weights: Vec<i32> = drawn.collect();
        let mut engine = self.current.clone();
        write::<G>(&mut engine, weights.iter().copied());
        let terms = row.coefficients.iter();
        let terms = terms.map(|&(index, factor)| factor * weights[usize::from(index)] as f32);
        let expected = row.constant + terms.sum::<f32>();
        let found = engine.evaluate(pos, &engine.refresh(pos)) as f32;
        (found - expected).abs() < ROUNDING
    }
}

#[cfg(test)]
mod tests {
    use breakthrough::{Engine, Position};
    use gamekit::Position as _;
    use search::{Params, Weights};

    use super::*;
    use crate::searched_game::SearchedGame;

    struct Breakthrough;

    impl SearchedGame for Breakthrough {
        type Position = Position;
        type Engine = Engine;

        const NAME: &'static str = "breakthrough";
        const PARAMS: Params = Params::DEFAULT;
    }

    impl GameWithWeights for Breakthrough {
        fn weights(engine: &mut Engine) -> &mut dyn Weights {
            &mut engine.weights
        }
    }

    #[test]
    fn a_row_predicts_its_own_position_for_all_weights_and_no_other() {
        let prober = CoefficientProber::<Breakthrough>::new();
        let pos = Position::initial();
        let mut other = pos;
        for text in ["b2b3", "a7a6", "b3b4", "a6a5", "b4a5"] {
            other.play_unchecked(text.parse().unwrap());
        }
        let mut rng = Rng::with_seed(1);
        let row = prober.row(&pos, 0.5, 0);
        assert!(prober.is_linear(&row, &pos, &mut rng));
        assert!(!prober.is_linear(&row, &other, &mut rng));
    }
}
