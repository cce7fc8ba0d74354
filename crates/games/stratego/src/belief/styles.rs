//! Shares of the styles of play that a player may have.

/// Smallest share before shares are scaled, so that no style is ruled out for ever.
const MIN_SHARE: f32 = 1e-6;

/// Shares of the styles of play, by Bayes' rule from the ranks that battles showed.
///
/// A mean over the styles by these shares foretells all shown ranks with at most log2(number of
/// styles) bits more than the best of the styles.
#[derive(Clone, Debug)]
pub(super) struct Shares(Vec<f32>);

impl Shares {
    /// Returns equal shares.
    pub(super) fn new(styles: usize) -> Shares {
        Shares(vec![1.0 / styles as f32; styles])
    }

    /// Weighs each style by the probability that it gave to a shown rank.
    pub(super) fn learn(&mut self, odds: impl Iterator<Item = f32>) {
        let both = self.0.iter_mut().zip(odds);
        both.for_each(|(share, odds)| *share = (*share * odds).max(MIN_SHARE));
        let sum: f32 = self.0.iter().sum();
        self.0.iter_mut().for_each(|share| *share /= sum);
    }

    /// Returns the shares, which add up to 1.
    pub(super) fn get(&self) -> &[f32] {
        &self.0
    }

    /// Returns the index of the style with the largest share.
    pub(super) fn largest(&self) -> usize {
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
            let (mut shares, mut mean, mut each) = (Shares::new(styles), 0.0, vec![0.0; styles]);
            for _ in 0..60 {
                let odds: Vec<f32> = each.iter().map(|_| rng.random_range(0.01..1.0)).collect();
                let both = shares.get().iter().zip(&odds);
                mean += both.map(|(share, odds)| share * odds).sum::<f32>().log2();
                each.iter_mut().zip(&odds).for_each(|(bits, odds)| *bits += odds.log2());
                shares.learn(odds.into_iter());
            }
            let best = each.iter().copied().fold(f32::MIN, f32::max);
            assert!(mean >= best - (styles as f32).log2() - 0.01, "{mean} {best}");
        }
    }

    #[test]
    fn no_surprise_rules_a_style_out_for_ever() {
        let mut shares = Shares::new(2);
        (0..100).for_each(|_| shares.learn([0.01, 0.5].into_iter()));
        (0..20).for_each(|_| shares.learn([0.6, 0.2].into_iter()));
        assert!(shares.get()[0] > 0.99, "{shares:?}");
    }
}
