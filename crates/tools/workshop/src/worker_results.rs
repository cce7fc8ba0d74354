//! Results of a match by worker of the queue, and the chi-square test of them.

use std::collections::BTreeMap;

use stats::{ChiSquare, PairScores};

/// Probability below which results differ by worker more than by chance.
const SUSPICIOUS: f64 = 0.001;

/// Results of the game pairs of a match, with the workers that have played them.
pub(crate) struct WorkerResults<'a> {
    /// Numbers of the pairs by worker.
    pub(crate) workers: &'a BTreeMap<String, Vec<usize>>,
    /// Points of the first player by the number of the pair.
    pub(crate) points: &'a BTreeMap<usize, f64>,
    /// Factor of the clock by the number of the pair, where it was scaled.
    pub(crate) clocks: &'a BTreeMap<usize, f64>,
}

impl WorkerResults<'_> {
    /// Returns the notes for the user: the games of each worker with the factor of its clock, and
    /// in a match of two players its score for the first player and the test of all workers.
    pub(crate) fn notes(&self, has_two_players: bool) -> Vec<String> {
        if self.workers.is_empty() {
            return Vec::new();
        }
        let scores: Vec<PairScores> =
            self.workers.values().map(|pairs| scores(pairs, self.points)).collect();
        let of_worker = |((name, pairs), scores): ((&String, &Vec<usize>), &PairScores)| {
            let score = has_two_players.then(|| format!("score {:.3}", scores.score()));
            let more: Vec<String> = score.into_iter().chain(self.clock(pairs)).collect();
            match more.is_empty() {
                true => format!("{name} {}", 2 * scores.pairs()),
                false => format!("{name} {} ({})", 2 * scores.pairs(), more.join(", ")),
            }
        };
        let games: Vec<String> = self.workers.iter().zip(&scores).map(of_worker).collect();
        let mut notes = vec![format!("games by worker: {}", games.join(", "))];
        notes.extend(test(&scores).filter(|_| has_two_players));
        notes
    }

    /// Describes the clocks of some pairs. A worker that was started again may have another one.
    fn clock(&self, pairs: &[usize]) -> Option<String> {
        let factors = || pairs.iter().filter_map(|pair| self.clocks.get(pair).copied());
        let (least, most) = (factors().reduce(f64::min)?, factors().reduce(f64::max)?);
        Some(match most - least < 0.005 {
            true => format!("clock x {least:.2}"),
            false => format!("clock x {least:.2} to {most:.2}"),
        })
    }
}

/// Returns the note on the chi-square test of the scores of the workers, if there are enough.
fn test(scores: &[PairScores]) -> Option<String> {
    let ChiSquare { statistic, degrees, p_value } = ChiSquare::of_workers(scores)?;
    let verdict = match p_value < SUSPICIOUS {
        true => "more than by chance: compare the machines and their load",
        false => "no more than by chance",
    };
    let p_value = match p_value < 0.0001 {
        true => "p < 0.0001".to_owned(),
        false => format!("p = {p_value:.4}"),
    };
    Some(format!(
        "results differ by worker {verdict} (chi-square {statistic:.2}, df {degrees}, {p_value})"
    ))
}
fn scores(pairs: &[usize], points: &BTreeMap<usize, f64>) -> PairScores {
    let mut scores = PairScores::default();
    pairs.iter().filter_map(|pair| points.get(pair)).for_each(|points| scores.add(*points));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes_of(
        workers: &BTreeMap<String, Vec<usize>>,
        points: &BTreeMap<usize, f64>,
        clocks: &BTreeMap<usize, f64>,
        has_two_players: bool,
    ) -> Vec<String> {
        WorkerResults { workers, points, clocks }.notes(has_two_players)
    }

    /// Returns the notes on two workers that have won so many of 50 pairs.
    fn notes_of_two(one: usize, other: usize) -> Vec<String> {
        let workers = [("a".to_owned(), (0..50).collect()), ("b".to_owned(), (50..100).collect())];
        let points = |pair: usize| {
            let (number, wins) = if pair < 50 { (pair, one) } else { (pair - 50, other) };
            if number < wins { 2.0 } else { 0.0 }
        };
        let points = (0..100).map(|pair| (pair, points(pair))).collect();
        notes_of(&workers.into(), &points, &BTreeMap::new(), true)
    }

    #[test]
    fn workers_that_differ_more_than_by_chance_are_noted() {
        let notes = notes_of_two(40, 20);
        assert_eq!(notes[0], "games by worker: a 100 (score 0.800), b 100 (score 0.400)");
        let expected = "results differ by worker more than by chance: compare the machines and \
                        their load (chi-square 16.67, df 1, p < 0.0001)";
        assert_eq!(notes[1], expected);
        assert!(
            notes_of_two(26, 25)[1].starts_with("results differ by worker no more than by chance")
        );
    }

    #[test]
    fn there_are_games_but_no_test_of_many_players_or_one_worker() {
        let workers = [("a".to_owned(), vec![3, 4])].into();
        let points = [(3, 1.5), (4, 2.0)].into();
        let none = BTreeMap::new();
        assert_eq!(notes_of(&workers, &points, &none, false), ["games by worker: a 4"]);
        let score = "games by worker: a 4 (score 0.875)";
        assert_eq!(notes_of(&workers, &points, &none, true), [score]);
        assert!(notes_of(&BTreeMap::new(), &none, &none, true).is_empty());
    }

    #[test]
    fn the_factor_of_a_scaled_clock_stands_beside_the_score() {
        let workers = [("a".to_owned(), vec![0, 1])].into();
        let points = [(0, 2.0), (1, 1.0)].into();
        let notes = |clocks: [f64; 2]| {
            let clocks = (0..).zip(clocks).collect();
            notes_of(&workers, &points, &clocks, true).concat()
        };
        let expected = "games by worker: a 4 (score 0.750, clock x 1.25)";
        assert_eq!(notes([1.25, 1.25]), expected);
        assert!(notes([1.25, 1.5]).ends_with("(score 0.750, clock x 1.25 to 1.50)"));
    }
}
