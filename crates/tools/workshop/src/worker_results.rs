//! Results of a match by worker of the queue, and the chi-square test of them.

use std::collections::BTreeMap;

use stats::{ChiSquare, PairScores};

/// Probability below which results differ by worker more than by chance.
const SUSPICIOUS: f64 = 0.001;

/// Returns the notes for the user: the games of each worker, and in a match of two players its
/// score for the first player and the test of all workers.
pub(crate) fn notes(
    workers: &BTreeMap<String, Vec<usize>>,
    points: &BTreeMap<usize, f64>,
    has_two_players: bool,
) -> Vec<String> {
    if workers.is_empty() {
        return Vec::new();
    }
    let scores: Vec<PairScores> = workers.values().map(|pairs| scores(pairs, points)).collect();
    let of_worker = |(name, scores): (&String, &PairScores)| match has_two_players {
        true => format!("{name} {} (score {:.3})", 2 * scores.pairs(), scores.score()),
        false => format!("{name} {}", 2 * scores.pairs()),
    };
    let games: Vec<String> = workers.keys().zip(&scores).map(of_worker).collect();
    let mut notes = vec![format!("games by worker: {}", games.join(", "))];
    if has_two_players && let Some(test) = ChiSquare::of_workers(&scores) {
        let ChiSquare { statistic, degrees, p_value } = test;
        let verdict = match p_value < SUSPICIOUS {
            true => "more than by chance: compare the machines and their load",
            false => "no more than by chance",
        };
        let p_value = match p_value < 0.0001 {
            true => "p < 0.0001".to_owned(),
            false => format!("p = {p_value:.4}"),
        };
        notes.push(format!(
            "results differ by worker {verdict} (chi-square {statistic:.2}, df {degrees}, \
             {p_value})"
        ));
    }
    notes
}

fn scores(pairs: &[usize], points: &BTreeMap<usize, f64>) -> PairScores {
    let mut scores = PairScores::default();
    pairs.iter().filter_map(|pair| points.get(pair)).for_each(|points| scores.add(*points));
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the notes on two workers that have won so many of 50 pairs.
    fn notes_of_two(one: usize, other: usize) -> Vec<String> {
        let workers = [("a".to_owned(), (0..50).collect()), ("b".to_owned(), (50..100).collect())];
        let points = |pair: usize| {
            let (number, wins) = if pair < 50 { (pair, one) } else { (pair - 50, other) };
            if number < wins { 2.0 } else { 0.0 }
        };
        let points = (0..100).map(|pair| (pair, points(pair))).collect();
        notes(&workers.into(), &points, true)
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
        assert_eq!(notes(&workers, &points, false), ["games by worker: a 4"]);
        assert_eq!(notes(&workers, &points, true), ["games by worker: a 4 (score 0.875)"]);
        assert!(notes(&BTreeMap::new(), &BTreeMap::new(), true).is_empty());
    }
}
