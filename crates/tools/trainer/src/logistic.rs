//! Logistic regression of evaluation weights (Texel tuning), solved by L-BFGS.

use argmin::core::{CostFunction, Executor, Gradient, State};
use argmin::solver::brent::BrentOpt;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use rayon::prelude::*;

use crate::rows::Row;

/// Failed fit of weights.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// Too few quiet positions.
    #[error(
        "the games have {0} quiet positions, too few to learn from: play more games, or search \
         fewer nodes per move if a result is proven before the positions become quiet"
    )]
    TooFew(usize),
    /// Evaluation that is not linear in its weights, with a position in which it is not.
    #[error(
        "the evaluation is not linear in its weights at `{0}`: `fit` needs the sum of each weight \
         times a number that depends on the position alone"
    )]
    NotLinear(String),
    /// Failure of the optimiser.
    #[error("the optimiser failed: {0}")]
    Optimiser(#[from] argmin::core::Error),
}

/// Standard deviation of the normal prior around the initial weights, in the scale of the
/// evaluation. The prior matters only for weights about which the positions contain little
/// information.
const PRIOR_DEVIATION: f64 = 100.0;

/// Maximum number of iterations of L-BFGS.
const MAX_ITERATIONS: u64 = 200;
/// Number of previous steps in the curvature estimate of L-BFGS.
const HISTORY: usize = 10;
/// Convergence tolerance: norm of the gradient of the mean loss.
const GRADIENT_TOLERANCE: f64 = 1e-7;

/// Rows per partial sum. It is fixed, so that sums do not depend on the number of cores.
const CHUNK: usize = 4096;

/// Logistic regression: finds the weights for which `1 / (1 + exp(-scale * evaluation))` has the
/// smallest cross entropy with the targets.
pub(crate) struct Regression<'a> {
    rows: &'a [Row],
    /// Logits per point of the evaluation.
    scale: f64,
    /// Initial weights.
    start: &'a [f64],
    /// For each weight: `true` if it may change.
    is_free: Vec<bool>,
}

/// Returns the scale with which `weights` predict the targets best, in logits per point of the
/// evaluation.
pub(crate) fn best_scale(rows: &[Row], weights: &[f64]) -> Result<f64, FitError> {
    struct Scale<'a>(&'a [Row], &'a [f64]);
    impl CostFunction for Scale<'_> {
        type Param = f64;
        type Output = f64;

        fn cost(&self, log_scale: &f64) -> Result<f64, argmin::core::Error> {
            Ok(loss(self.0, self.1, log_scale.exp()))
        }
    }
    let solver = BrentOpt::new(1e-5_f64.ln(), 1.0_f64.ln());
    let result = Executor::new(Scale(rows, weights), solver).run()?;
    Ok(result.state().get_best_param().map_or(0.01, |log_scale| log_scale.exp()))
}

/// Returns the mean cross entropy of `rows`, in nats.
pub(crate) fn loss(rows: &[Row], weights: &[f64], scale: f64) -> f64 {
    let sums: Vec<f64> = rows
        .par_chunks(CHUNK)
        .map(|chunk| chunk.iter().map(|row| row_loss(row, weights, scale)).sum())
        .collect();
    sums.iter().sum::<f64>() / rows.len() as f64
}

/// Returns the cross entropy of one row, in nats.
pub(crate) fn row_loss(row: &Row, weights: &[f64], scale: f64) -> f64 {
    let logit = scale * evaluation(row, weights);
    // ln(1 + exp(logit)) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - f64::from(row.target) * logit
}

fn evaluation(row: &Row, weights: &[f64]) -> f64 {
    let terms = row.coefficients.iter();
    let terms = terms.map(|&(index, factor)| f64::from(factor) * weights[usize::from(index)]);
    f64::from(row.constant) + terms.sum::<f64>()
}

impl<'a> Regression<'a> {
    /// Returns the regression of the weights that starts at `start`, with a fixed scale.
    pub(crate) fn new(rows: &'a [Row], scale: f64, start: &'a [f64]) -> Regression<'a> {
        Regression { rows, scale, start, is_free: vec![true; start.len()] }
    }

    /// Fixes some weights at their initial values.
    pub(crate) fn with_fixed(mut self, is_fixed: impl Fn(usize) -> bool) -> Regression<'a> {
        for (index, is_free) in self.is_free.iter_mut().enumerate() {
            *is_free = !is_fixed(index);
        }
        self
    }

    /// Returns the best weights.
    pub(crate) fn solve(self) -> Result<Vec<f64>, FitError> {
        let start = self.start.to_vec();
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), HISTORY)
            .with_tolerance_grad(GRADIENT_TOLERANCE)?;
        let executor = Executor::new(self, solver)
            .configure(|state| state.param(start.clone()).max_iters(MAX_ITERATIONS));
        let result = executor.run()?;
        Ok(result.state().get_best_param().cloned().unwrap_or(start))
    }

    /// Returns the factor of the prior: its part of the mean loss, per squared distance of a
    /// weight.
    fn prior_factor(&self) -> f64 {
        1.0 / (2.0 * PRIOR_DEVIATION * PRIOR_DEVIATION * self.rows.len() as f64)
    }
}

impl CostFunction for Regression<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, argmin::core::Error> {
        let distances = weights.iter().zip(self.start).map(|(now, start)| (now - start).powi(2));
        Ok(loss(self.rows, weights, self.scale) + self.prior_factor() * distances.sum::<f64>())
    }
}

impl Gradient for Regression<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, argmin::core::Error> {
        let partial = |chunk: &[Row]| {
            let mut sum = vec![0.0; weights.len()];
            for row in chunk {
                let predicted = 1.0 / (1.0 + (-self.scale * evaluation(row, weights)).exp());
                let error = predicted - f64::from(row.target);
                for &(index, factor) in &row.coefficients {
                    sum[usize::from(index)] += error * f64::from(factor);
                }
            }
            sum
        };
        let parts: Vec<Vec<f64>> = self.rows.par_chunks(CHUNK).map(partial).collect();
        let per_row = self.scale / self.rows.len() as f64;
        let entry = |index: usize| {
            let sum: f64 = parts.iter().map(|part| part[index]).sum();
            let prior = 2.0 * self.prior_factor() * (weights[index] - self.start[index]);
            if self.is_free[index] { per_row * sum + prior } else { 0.0 }
        };
        Ok((0..weights.len()).map(entry).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns rows of two features and a constant, with targets computed from the weights 30 and
    /// -20.
    fn rows(scale: f64) -> Vec<Row> {
        let mut rng = fastrand::Rng::with_seed(1);
        let row = |game| {
            let factors = [0, 1].map(|index| (index, rng.i32(-5..=5) as f32));
            let logit = scale * f64::from(30.0 * factors[0].1 - 20.0 * factors[1].1 + 7.0);
            let target = (1.0 / (1.0 + (-logit).exp())) as f32;
            Row { coefficients: factors.to_vec(), constant: 7.0, target, game }
        };
        (0..5_000).map(row).collect()
    }

    #[test]
    fn the_weights_of_the_targets_are_found() {
        let rows = rows(0.01);
        let found = Regression::new(&rows, 0.01, &[0.0, 0.0]).solve().unwrap();
        assert!((found[0] - 30.0).abs() < 0.5 && (found[1] + 20.0).abs() < 0.5, "{found:?}");
        let least = loss(&rows, &[30.0, -20.0], 0.01);
        assert!(loss(&rows, &found, 0.01) < least + 1e-6);
    }

    #[test]
    fn a_fixed_weight_does_not_change() {
        let rows = rows(0.01);
        let task = Regression::new(&rows, 0.01, &[0.0, 5.0]).with_fixed(|index| index == 1);
        let found = task.solve().unwrap();
        assert_eq!(found[1], 5.0);
        assert!((found[0] - 30.0).abs() < 5.0, "{found:?}");
    }

    #[test]
    fn the_scale_of_the_targets_is_found() {
        let scale = best_scale(&rows(0.01), &[30.0, -20.0]).unwrap();
        assert!((scale / 0.01 - 1.0).abs() < 0.01, "{scale}");
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let rows = rows(0.02);
        let task = Regression::new(&rows, 0.02, &[10.0, 10.0]);
        let at = vec![12.0, -3.0];
        let gradient = task.gradient(&at).unwrap();
        for index in 0..2 {
            let moved = |by: f64| {
                let mut weights = at.clone();
                weights[index] += by;
                task.cost(&weights).unwrap()
            };
            let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
            assert!((slope - gradient[index]).abs() < 1e-6, "{slope} {gradient:?}");
        }
    }
}
