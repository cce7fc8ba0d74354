//! Setup pool of the bot: drawing, decoding and encoding setups.

use gamekit::Player;
use rand::rngs::StdRng;
use rand::Rng;

use crate::pool::POOL;
use crate::position::Setup;
use crate::rank::Rank;

/// Number of characters of a setup in the pool.
const LENGTH: usize = 8;
/// Number of bits in a character: the low bits of its distance from [`FIRST`].
const BITS: u32 = 15;
/// The character for the digit 0. The 32,768 characters from here on are one UTF-16 unit each.
const FIRST: u32 = 0x3400;
/// Number of columns of the board.
const COLUMNS: usize = 10;

/// Returns a random setup of the pool for `player`, mirrored at random.
#[must_use]
pub fn draw_setup(player: Player, rng: &mut StdRng) -> Setup {
    let drawn = rng.random_range(0..POOL.chars().count() / LENGTH);
    pooled(drawn, rng.random(), player)
}

/// Returns the first setup of the pool for `player`, for comparison with random ones.
#[must_use]
pub fn first_setup(player: Player) -> Setup {
    pooled(0, false, player)
}

/// Returns a setup of the pool by its index, mirrored or not, in the order in which `player` places
/// it.
fn pooled(place: usize, is_mirrored: bool, player: Player) -> Setup {
    let text: String = POOL.chars().skip(place * LENGTH).take(LENGTH).collect();
    let setup = decode_setup(&text);
    std::array::from_fn(|place| {
        let (row, column) = (place / COLUMNS, place % COLUMNS);
        // Setups of the pool begin with the back row, which is Red's highest and Blue's lowest.
        let row = if player == Player::First { row } else { 3 - row };
        let column = if is_mirrored { COLUMNS - 1 - column } else { column };
        setup[row * COLUMNS + column]
    })
}

/// Returns the setup, back row first, that [`encode_setup`] wrote as `text`. Any other text gives
/// some valid setup.
#[must_use]
pub fn decode_setup(text: &str) -> Setup {
    let digits = text
        .chars()
        .map(|char| u128::from(u32::from(char).wrapping_sub(FIRST)) & ((1 << BITS) - 1));
    let mut index = digits.fold(0, |index, digit| index << BITS | digit);
    let mut left = Left::new();
    index %= left.ways;
    std::array::from_fn(|_| {
        let mut chosen = Rank::Scout;
        for rank in Rank::ALL {
            let ways = left.ways_with(rank);
            if index < ways {
                chosen = rank;
                break;
            }
            index -= ways;
        }
        left.take(chosen);
        chosen
    })
}

/// Returns a setup as eight characters: its index among all setups in the order of ranks.
#[must_use]
pub fn encode_setup(setup: &Setup) -> String {
    let mut left = Left::new();
    let mut index = 0;
    for &rank in setup {
        let lower = Rank::ALL.into_iter().filter(|&lower| lower < rank);
        index += lower.map(|lower| left.ways_with(lower)).sum::<u128>();
        left.take(rank);
    }
    let digit =
        |place: usize| (index >> (BITS as usize * (LENGTH - 1 - place))) as u32 & ((1 << BITS) - 1);
    (0..LENGTH).filter_map(|place| char::from_u32(FIRST + digit(place))).collect()
}

/// Pieces of a setup that are not placed yet.
struct Left {
    counts: [u8; Rank::COUNT],
    pieces: u128,
    /// Number of ways to place them.
    ways: u128,
}

impl Left {
    fn new() -> Left {
        let mut left = Left { counts: Rank::ARMY, pieces: 0, ways: 1 };
        for count in Rank::ARMY {
            for chosen in 1..=u128::from(count) {
                left.pieces += 1;
                left.ways = left.ways * left.pieces / chosen;
            }
        }
        left
    }

    /// Returns the number of these ways in which a piece of this rank is placed next.
    fn ways_with(&self, rank: Rank) -> u128 {
        self.ways * u128::from(self.counts[rank.index()]) / self.pieces.max(1)
    }

    fn take(&mut self, rank: Rank) {
        self.ways = self.ways_with(rank).max(1);
        self.counts[rank.index()] = self.counts[rank.index()].saturating_sub(1);
        self.pieces = self.pieces.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::seq::SliceRandom;
    use rand::SeedableRng;

    use super::*;

    fn army() -> Setup {
        let ranks = Rank::ALL.into_iter();
        let army: Vec<Rank> = ranks
            .flat_map(|rank| std::iter::repeat_n(rank, usize::from(Rank::ARMY[rank.index()])))
            .collect();
        army.try_into().unwrap()
    }

    fn is_legal(setup: &Setup) -> bool {
        let mut sorted = *setup;
        sorted.sort_unstable();
        sorted == army()
    }

    #[test]
    fn the_number_of_setups_is_the_number_of_orders_of_an_army() {
        assert_eq!(Left::new().ways, 1_411_873_643_675_199_617_616_832_128_000_000);
    }

    #[test]
    fn a_setup_round_trips_through_its_text() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut setup = army();
        for _ in 0..1000 {
            let text = encode_setup(&setup);
            assert_eq!(text.encode_utf16().count(), LENGTH);
            assert_eq!(decode_setup(&text), setup);
            setup.shuffle(&mut rng);
        }
        setup.sort_unstable();
        setup.reverse();
        assert_eq!(decode_setup(&encode_setup(&setup)), setup);
    }

    #[test]
    fn any_text_decodes_to_a_legal_setup() {
        for text in [
            "",
            "a",
            "zzzzzzzz",
            "\u{b3ff}\u{b3ff}\u{b3ff}\u{b3ff}\u{b3ff}\u{b3ff}\u{b3ff}\u{b3ff}",
        ] {
            assert!(is_legal(&decode_setup(text)), "{text:?}");
        }
    }

    #[test]
    fn the_pool_holds_hundreds_of_different_legal_setups() {
        let chars: Vec<char> = POOL.chars().collect();
        let setups: HashSet<Setup> = chars
            .chunks(LENGTH)
            .map(|text| decode_setup(&text.iter().collect::<String>()))
            .collect();
        assert!(setups.len() >= 300, "{}", setups.len());
        assert_eq!(setups.len() * LENGTH, chars.len());
        assert!(setups.iter().all(is_legal));
        // Flags stand on the back row.
        assert!(setups.iter().all(|setup| setup[..COLUMNS].contains(&Rank::Flag)));
    }

    #[test]
    fn drawn_setups_are_legal_and_differ_and_face_the_enemy() {
        let mut rng = StdRng::seed_from_u64(1);
        for (player, back) in [(Player::First, 0..10), (Player::Second, 30..40)] {
            let drawn: HashSet<Setup> = (0..200).map(|_| draw_setup(player, &mut rng)).collect();
            assert!(drawn.len() > 100);
            assert!(drawn
                .iter()
                .all(|setup| is_legal(setup) && setup[back.clone()].contains(&Rank::Flag)));
        }
    }
}
