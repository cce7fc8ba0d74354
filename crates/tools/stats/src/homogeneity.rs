//! Chi-square test of homogeneity: do several workers have results of the same distribution?

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::pairs::PairScores;

/// Result of a chi-square test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// Test statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: usize,
    /// Probability of a statistic at least as large, if all have the same distribution.
    pub p_value: f64,
}

/// Least expected count of a cell.
const LEAST: f64 = 1.0;
/// Expected count below which a cell is small.
const SMALL: f64 = 5.0;
/// Maximum share of small cells.
const SMALL_SHARE: f64 = 0.2;

impl ChiSquare {
    /// Tests whether pairs that were played by several workers have the same distribution of won,
    /// even and lost pairs. Pairs and not games are counted, because the games of a pair are not
    /// independent.
    ///
    /// Returns `None` if there is nothing to compare, or if the expected counts are too small for
    /// the approximation (Cochran's rule: none below 1, at most 20 % below 5).
    #[must_use]
    pub fn of_workers(workers: &[PairScores]) -> Option<ChiSquare> {
        let rows = workers.iter().map(|PairScores { counts: [a, b, c, d, e] }| [a + b, *c, d + e]);
        let rows: Vec<[u32; 3]> = rows.filter(|row| row.iter().any(|count| *count > 0)).collect();
        let sums: [f64; 3] =
            [0, 1, 2].map(|column| rows.iter().map(|row| f64::from(row[column])).sum());
        let total: f64 = sums.iter().sum();
        let columns = sums.iter().filter(|sum| **sum > 0.0).count();
        if rows.len() < 2 || columns < 2 {
            return None;
        }
        let (mut statistic, mut small, mut cells) = (0.0, 0.0, 0.0);
        for row in &rows {
            let pairs: f64 = row.iter().copied().map(f64::from).sum();
            for (count, sum) in row.iter().zip(sums).filter(|(_, sum)| *sum > 0.0) {
                let expected = pairs * sum / total;
                if expected < LEAST {
                    return None;
                }
                cells += 1.0;
                small += f64::from(u8::from(expected < SMALL));
                statistic += (f64::from(*count) - expected).powi(2) / expected;
            }
        }
        if small > SMALL_SHARE * cells {
            return None;
        }
        let degrees = (rows.len() - 1) * (columns - 1);
        let p_value = ChiSquared::new(degrees as f64).ok()?.sf(statistic);
        Some(ChiSquare { statistic, degrees, p_value })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    fn test(workers: &[[u32; 5]]) -> Option<ChiSquare> {
        let workers: Vec<PairScores> =
            workers.iter().map(|counts| PairScores { counts: *counts }).collect();
        ChiSquare::of_workers(&workers)
    }

    #[track_caller]
    fn check(workers: &[[u32; 5]], statistic: f64, degrees: usize, p_value: f64) {
        let found = test(workers).unwrap();
        assert!((found.statistic - statistic).abs() < 1e-4, "{found:?}");
        assert_eq!(found.degrees, degrees);
        assert!((found.p_value - p_value).abs() < 1e-6, "{found:?}");
    }

    /// The values are those of the closed forms: with two columns and two rows the statistic is
    /// n (ad - bc)^2 over the product of the sums; with two degrees of freedom the probability is
    /// exp(-statistic / 2).
    #[test]
    fn the_statistic_and_its_probability_are_those_of_known_tables() {
        check(&[[10, 0, 0, 0, 20], [20, 0, 0, 0, 10]], 60.0 / 9.0, 1, 0.009_823_3);
        check(&[[10, 10, 20, 5, 15], [5, 15, 20, 10, 10]], 0.0, 2, 1.0);
        check(&[[30, 0, 20, 0, 10], [10, 0, 20, 0, 30]], 20.0, 2, (-10.0_f64).exp());
    }

    #[test]
    fn there_is_no_test_of_one_worker_one_result_or_few_pairs() {
        assert_eq!(test(&[]), None);
        assert_eq!(test(&[[10, 0, 20, 0, 10], [0; 5]]), None);
        assert_eq!(test(&[[0, 0, 20, 0, 0], [0, 0, 30, 0, 0]]), None);
        assert_eq!(test(&[[3, 0, 2, 0, 1], [1, 0, 2, 0, 3]]), None);
        assert_eq!(test(&[[50, 0, 50, 0, 50], [1, 0, 0, 0, 0]]), None);
    }
}
