//! Positions as rows of a linear regression: the coefficients of the evaluation's weights.

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
}

#[cfg(test)]
pub(crate) mod tests {
    use fastrand::Rng;
    use gamekit::Position as _;

    use super::*;
    use crate::self_play::SelfPlay;

    /// Largest difference between an evaluation and its row that rounding may cause.
    const ROUNDING: f32 = 12.0;

    /// Checks that the evaluation is linear in its weights: rows give its value for any weights.
    pub(crate) fn check_linear<G: GameWithWeights>() {
        let self_play = SelfPlay { nodes: 1, opening_plies: (0, 60) };
        let prober = CoefficientProber::<G>::new();
        let mut engine = G::Engine::default();
        let mut rng = Rng::with_seed(1);
        for game in 0..300 {
            let pos: G::Position = self_play.opening(&mut rng);
            let row = prober.row(&pos, 0.5, game);
            let weights: Vec<i32> =
                prober.values.iter().map(|&value| value + rng.i32(-200..=200)).collect();
            write::<G>(&mut engine, weights.iter().copied());
            let terms = row.coefficients.iter();
            let terms = terms.map(|&(index, factor)| factor * weights[usize::from(index)] as f32);
            let expected = row.constant + terms.sum::<f32>();
            let found = engine.evaluate(&pos, &engine.refresh(&pos)) as f32;
            assert!((found - expected).abs() < ROUNDING, "{found}, {expected}: {pos:?}");
            assert!(pos.outcome().is_none());
        }
    }
}
