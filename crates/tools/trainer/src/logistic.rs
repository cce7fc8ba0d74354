use argmin::core::{CostFunction, Executor, Gradient, State};
use argmin::solver::brent::BrentOpt;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use rayon::prelude::*;

use crate::rows::Row;

/// Weights that cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// Nothing to fit to.
    #[error(
        "the games have left {0} quiet positions, too few to learn from: play more games, or fewer \
         nodes a move if games are decided before they become quiet"
    )]
    TooFew(usize),
    /// The optimiser gave up.
    #[error("the optimiser stopped: {0}")]
    Optimiser(#[from] argmin::core::Error),
}

/// How far, in evaluation units, a weight is expected to lie from where it is: the standard
/// deviation of a normal prior. It decides only where positions say little.
const PRIOR: f64 = 100.0;

/// Most steps of the optimiser.
const STEPS: u64 = 200;
/// How many steps its picture of the curvature reaches back.
const MEMORY: usize = 10;
/// A gradient so small, per position, is none.
const FLAT: f64 = 1e-7;

/// Rows summed one after the other: sums do not depend on the number of cores.
const CHUNK: usize = 4096;

/// Logistic regression: the weights for which `1 / (1 + exp(-scale * evaluation))` comes nearest to
/// the targets, in cross entropy.
pub(crate) struct Regression<'a> {
    rows: &'a [Row],
    /// Logits per unit of the evaluation.
    scale: f64,
    /// The weights before.
    start: &'a [f64],
    /// Whether a weight may change.
    is_free: Vec<bool>,
}

/// Returns the scale with which the present weights predict the targets best, in logits per unit.
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
    let counted =
        row.counts.iter().map(|&(index, count)| f64::from(count) * weights[usize::from(index)]);
    f64::from(row.rest) + counted.sum::<f64>()
}

impl<'a> Regression<'a> {
    /// Returns the task to move the weights from `start`, at a fixed scale.
    pub(crate) fn new(rows: &'a [Row], scale: f64, start: &'a [f64]) -> Regression<'a> {
        Regression { rows, scale, start, is_free: vec![true; start.len()] }
    }

    /// Returns the same task with some weights held where they are.
    pub(crate) fn holding(mut self, is_held: impl Fn(usize) -> bool) -> Regression<'a> {
        for (index, is_free) in self.is_free.iter_mut().enumerate() {
            *is_free = !is_held(index);
        }
        self
    }

    /// Returns the best weights.
    pub(crate) fn solve(self) -> Result<Vec<f64>, FitError> {
        let start = self.start.to_vec();
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY).with_tolerance_grad(FLAT)?;
        let executor = Executor::new(self, solver)
            .configure(|state| state.param(start.clone()).max_iters(STEPS));
        let result = executor.run()?;
        Ok(result.state().get_best_param().cloned().unwrap_or(start))
    }

    /// What the prior adds to the mean loss, per squared unit of distance.
    fn pull(&self) -> f64 {
        1.0 / (2.0 * PRIOR * PRIOR * self.rows.len() as f64)
    }
}

impl CostFunction for Regression<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, argmin::core::Error> {
        let distances = weights.iter().zip(self.start).map(|(now, start)| (now - start).powi(2));
        Ok(loss(self.rows, weights, self.scale) + self.pull() * distances.sum::<f64>())
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
                for &(index, count) in &row.counts {
                    sum[usize::from(index)] += error * f64::from(count);
                }
            }
            sum
        };
        let parts: Vec<Vec<f64>> = self.rows.par_chunks(CHUNK).map(partial).collect();
        let per_row = self.scale / self.rows.len() as f64;
        let entry = |index: usize| {
            let sum: f64 = parts.iter().map(|part| part[index]).sum();
            let pull = 2.0 * self.pull() * (weights[index] - self.start[index]);
            if self.is_free[index] { per_row * sum + pull } else { 0.0 }
        };
        Ok((0..weights.len()).map(entry).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows whose targets follow from weights 30 and -20, seen by two features and a constant.
    fn rows(scale: f64) -> Vec<Row> {
        let mut rng = fastrand::Rng::with_seed(1);
        let row = |game| {
            let counts = [0, 1].map(|index| (index, rng.i32(-5..=5) as f32));
            let logit = scale * f64::from(30.0 * counts[0].1 - 20.0 * counts[1].1 + 7.0);
            let target = (1.0 / (1.0 + (-logit).exp())) as f32;
            Row { counts: counts.to_vec(), rest: 7.0, target, game }
        };
        (0..5_000).map(row).collect()
    }

    #[test]
    fn the_weights_behind_the_targets_are_found() {
        let rows = rows(0.01);
        let found = Regression::new(&rows, 0.01, &[0.0, 0.0]).solve().unwrap();
        assert!((found[0] - 30.0).abs() < 0.5 && (found[1] + 20.0).abs() < 0.5, "{found:?}");
        let least = loss(&rows, &[30.0, -20.0], 0.01);
        assert!(loss(&rows, &found, 0.01) < least + 1e-6);
    }

    #[test]
    fn a_held_weight_stays_where_it_is() {
        let rows = rows(0.01);
        let task = Regression::new(&rows, 0.01, &[0.0, 5.0]).holding(|index| index == 1);
        let found = task.solve().unwrap();
        assert_eq!(found[1], 5.0);
        assert!((found[0] - 30.0).abs() < 5.0, "{found:?}");
    }

    #[test]
    fn the_scale_behind_the_targets_is_found() {
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
