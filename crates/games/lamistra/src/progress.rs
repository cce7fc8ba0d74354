//! Progress rule: the bot pays for an attack, because a game without attacks is drawn, and CodeCup
//! gives a draw a sixth or a quarter of the points of a win.
//!
//! In a closed position an attack at a small price and another step back and forth score nearly the
//! same, and the limit of plies lies hundreds of plies beyond the horizon of the search.

use search::score::is_proven;
use search::Score;

/// Plies without an attack after which the rule applies.
const PATIENCE: u16 = 16;
/// Growth of the price with each further ply, in centi-pieces.
const PRICE_PER_PLY: Score = 4;
/// Score of a side that is ahead for which the price grows by one more centi-piece a ply: the more
/// it can win, the sooner it has to begin.
const SCORE_PER_GROWTH: Score = 50;
/// Lowest score of an attack, in centi-pieces: a side with this score expects to win 22 % of its
/// games, and so as many points as for a draw.
const WORTH_OF_A_DRAW: Score = -300;

/// Returns whether the rule applies after this number of plies without an attack.
pub(crate) const fn is_due(quiet_plies: u16) -> bool {
    quiet_plies >= PATIENCE
}

/// Returns the price of an attack for a side whose best step has `score`: the number of
/// centi-pieces by which the attack may score less. 0 if the rule does not apply or the score is
/// proven.
pub(crate) fn price(quiet_plies: u16, score: Score) -> Score {
    if !is_due(quiet_plies) || is_proven(score) {
        return 0;
    }
    let excess = Score::from(quiet_plies - PATIENCE);
    let price = excess * (PRICE_PER_PLY * SCORE_PER_GROWTH + score.max(0)) / SCORE_PER_GROWTH;
    (score - WORTH_OF_A_DRAW).clamp(0, price)
}

#[cfg(test)]
mod tests {
    use search::score::PROVEN;

    use super::*;

    #[test]
    fn the_price_grows_with_the_plies_without_an_attack_and_with_the_score() {
        assert!(!is_due(15) && is_due(16));
        let prices = [0, 15, 16, 17, 66, 116, 400].map(|plies| price(plies, 300));
        assert_eq!(prices, [0, 0, 0, 10, 500, 600, 600]);
        assert_eq!([-50, 0, 25, 50, 500].map(|score| price(26, score)), [40, 40, 45, 50, 140]);
    }

    #[test]
    fn a_side_pays_less_the_worse_it_stands_and_nothing_for_a_proven_result() {
        let scores = [-500, -300, -260, 0, 100, PROVEN, -PROVEN];
        let prices = scores.map(|score| price(400, score));
        assert_eq!(prices, [0, 0, 40, 300, 400, 0, 0]);
    }
}
