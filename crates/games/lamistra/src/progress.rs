//! Progress rule: a side that does not stand badly pays for an attack, because a game without
//! attacks is drawn, and CodeCup gives a draw a sixth or a quarter of the points of a win.
//!
//! In a closed position an attack at a small price and another step back and forth score nearly the
//! same, and the limit of plies lies hundreds of plies beyond the horizon of the search.

use search::score::is_proven;
use search::Score;

/// Plies without an attack after which the rule applies.
const PATIENCE: u32 = 16;
/// Growth of the price with each further ply, in centi-pieces.
const PRICE_PER_PLY: u32 = 2;
/// Highest price of a side at an even score, in centi-pieces.
const EVEN_PRICE: Score = 100;
/// Highest price, in centi-pieces.
const MAX_PRICE: Score = 200;

/// Returns whether the rule applies after this number of plies without an attack.
pub(crate) const fn is_due(quiet_plies: u32) -> bool {
    quiet_plies >= PATIENCE
}

/// Returns the price of an attack for a side whose best step has `score`: the number of
/// centi-pieces by which the attack may score less. 0 if the rule does not apply or the score is
/// proven.
pub(crate) fn price(quiet_plies: u32, score: Score) -> Score {
    if !is_due(quiet_plies) || is_proven(score) {
        return 0;
    }
    let price = (quiet_plies - PATIENCE).saturating_mul(PRICE_PER_PLY);
    (EVEN_PRICE + score).clamp(0, MAX_PRICE).min(price as Score)
}

#[cfg(test)]
mod tests {
    use search::score::PROVEN;

    use super::*;

    #[test]
    fn the_price_grows_with_the_plies_without_an_attack() {
        assert!(!is_due(15) && is_due(16));
        let prices = [0, 15, 16, 17, 66, 116, 400].map(|plies| price(plies, 300));
        assert_eq!(prices, [0, 0, 0, 2, 100, 200, 200]);
    }

    #[test]
    fn a_side_pays_less_the_worse_it_stands_and_nothing_for_a_proven_result() {
        let scores = [-500, -100, -60, 0, 50, 100, 5000, PROVEN, -PROVEN];
        let prices = scores.map(|score| price(400, score));
        assert_eq!(prices, [0, 0, 40, 100, 150, 200, 200, 0, 0]);
    }
}
