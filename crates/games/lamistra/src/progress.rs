//! Progress rule: a side that is ahead pays for an attack, because a game without attacks is drawn.
//!
//! In a closed position an attack at a small price and another step back and forth score nearly the
//! same, and the limit of plies lies hundreds of plies beyond the horizon of the search.

use search::score::is_proven;
use search::Score;

/// Plies without an attack after which the rule applies.
const PATIENCE: u32 = 16;
/// Growth of the price with each further ply, in centi-pieces.
const PRICE_PER_PLY: u32 = 2;
/// Highest price, in centi-pieces.
const MAX_PRICE: u32 = 200;
/// Lowest score of a side that is ahead, in centi-pieces.
const AHEAD: Score = 100;

/// Returns whether the rule applies after this number of plies without an attack.
pub(crate) const fn is_due(quiet_plies: u32) -> bool {
    quiet_plies >= PATIENCE
}

/// Returns the price of an attack for a side whose best step has `score`: the number of
/// centi-pieces by which the attack may score less. `None` if the side is not ahead, or has a proof.
pub(crate) fn price(quiet_plies: u32, score: Score) -> Option<Score> {
    let excess = quiet_plies.checked_sub(PATIENCE)?;
    let price = excess.saturating_mul(PRICE_PER_PLY).min(MAX_PRICE);
    (score >= AHEAD && !is_proven(score)).then_some(price as Score)
}

#[cfg(test)]
mod tests {
    use search::score::PROVEN;

    use super::*;

    #[test]
    fn the_price_grows_with_the_plies_without_an_attack() {
        assert!(!is_due(15) && is_due(16));
        let prices = [0, 15, 16, 17, 66, 116, 400].map(|plies| price(plies, 300));
        let expected = [None, None, Some(0), Some(2), Some(100), Some(200), Some(200)];
        assert_eq!(prices, expected);
    }

    #[test]
    fn a_side_that_is_not_ahead_pays_nothing() {
        assert_eq!(
            [-500, 0, 99, 100, PROVEN].map(|score| price(50, score).is_some()),
            [false, false, false, true, false]
        );
    }
}
