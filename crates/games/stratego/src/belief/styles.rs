//! Bayesian model averaging over the styles of play that a player may have.

/// Smallest probability of a style before they are normalised, so that none is ruled out for ever.
const MIN_PROBABILITY: f32 = 1e-6;

/// Posterior probabilities of the styles of play, given the ranks that battles showed.
///
/// The mean over the styles by these probabilities predicts all shown ranks with at most about
/// log2(number of styles) bits more than the best of the styles.
#[derive(Clone, Debug)]
pub(super) struct Posterior(Vec<f32>);

impl Posterior {
    /// Returns equal probabilities.
    pub(super) fn new(styles: usize) -> Posterior {
        Posterior(vec![1.0 / styles as f32; styles])
    }

    /// Multiplies the probability of each style by the probability that it gave to a shown rank.
    pub(super) fn update(&mut self, odds: impl Iterator<Item = f32>) {
        let both = self.0.iter_mut().zip(odds);
        both.for_each(|(style, odds)| *style = (*style * odds).max(MIN_PROBABILITY));
        let sum: f32 = self.0.iter().sum();
        self.0.iter_mut().for_each(|style| *style /= sum);
    }

    /// Returns the probabilities, which add up to 1.
    pub(super) fn get(&self) -> &[f32] {
        &self.0
    }

    /// Returns the index of the most likely style.
    pub(super) fn most_likely(&self) -> usize {
        (0..self.0.len()).max_by(|&a, &b| self.0[a].total_cmp(&self.0[b])).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_mean_loses_no_more_than_the_logarithm_of_the_number_of_styles() {
        let mut rng = StdRng::seed_from_u64(1);
        for styles in 1..5 {
            let (mut posterior, mut mean, mut each) =
                (Posterior::new(styles), 0.0, vec![0.0; styles]);
            for _ in 0..60 {
                let odds: Vec<f32> = each.iter().map(|_| rng.random_range(0.01..1.0)).collect();
                let both = posterior.get().iter().zip(&odds);
                mean += both.map(|(style, odds)| style * odds).sum::<f32>().log2();
                each.iter_mut().zip(&odds).for_each(|(bits, odds)| *bits += odds.log2());
                posterior.update(odds.into_iter());
            }
            let best = each.iter().copied().fold(f32::MIN, f32::max);
            assert!(mean >= best - (styles as f32).log2() - 0.01, "{mean} {best}");
        }
    }

    #[test]
    fn no_surprise_rules_a_style_out_for_ever() {
        let mut posterior = Posterior::new(2);
        (0..100).for_each(|_| posterior.update([0.01, 0.5].into_iter()));
        (0..20).for_each(|_| posterior.update([0.6, 0.2].into_iter()));
        assert!(posterior.get()[0] > 0.99, "{posterior:?}");
    }
}
