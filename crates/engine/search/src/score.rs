//! Scores: evaluations in centi-pieces and proven results, for the side to move.

/// Score for the side to move, in centi-pieces: 100 is about one piece ahead. Beyond ±[`PROVEN`] it
/// is a proven result.
pub type Score = i32;

/// Score of a game already won. A win in n plies scores n less.
pub const WIN: Score = 32_000;

/// Least score of a proven win; its negative is the greatest score of a proven loss. Evaluations
/// stay between the two.
pub const PROVEN: Score = WIN - 1_000;

/// Largest evaluation.
pub const MAX_EVALUATION: Score = PROVEN - 1;

/// Returns the score of a win in `plies` plies.
#[inline]
#[must_use]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// Returns the score of a loss in `plies` plies.
#[inline]
#[must_use]
pub const fn loss_in(plies: usize) -> Score {
    -win_in(plies)
}

/// Returns whether `score` is a proven win or loss.
#[inline]
#[must_use]
pub const fn is_proven(score: Score) -> bool {
    score.abs() >= PROVEN
}

/// Formats a score for display: `+0.35` pieces, or `win in 7`, `loss in 4` plies.
#[must_use]
pub fn describe(score: Score) -> String {
    let plies = WIN - score.abs();
    match score {
        PROVEN.. => format!("win in {plies}"),
        _ if is_proven(score) => format!("loss in {plies}"),
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// Converts a proven score from plies counted from the root to plies counted from a node `ply`
/// plies below, the form in which the transposition table stores it.
#[inline]
pub(crate) const fn from_root_to_node(score: Score, ply: usize) -> Score {
    match score {
        PROVEN.. => score + ply as Score,
        _ if is_proven(score) => score - ply as Score,
        _ => score,
    }
}

/// Reverses [`from_root_to_node`].
#[inline]
pub(crate) const fn from_node_to_root(score: Score, ply: usize) -> Score {
    match score {
        PROVEN.. => score - ply as Score,
        _ if is_proven(score) => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_described_in_pieces_or_plies() {
        let check = |score, expected: &str| assert_eq!(describe(score), expected);
        check(35, "+0.35");
        check(-120, "-1.20");
        check(win_in(7), "win in 7");
        check(loss_in(4), "loss in 4");
    }

    #[test]
    fn only_results_depend_on_the_distance_from_the_root() {
        for (score, at_node) in
            [(0, 0), (-500, -500), (win_in(9), win_in(6)), (loss_in(8), loss_in(5))]
        {
            assert_eq!(from_root_to_node(score, 3), at_node);
            assert_eq!(from_node_to_root(at_node, 3), score);
        }
    }
}
