//! Ranks of pieces, with their letters.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

/// Rank of a piece, from the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// Cannot move; its capture wins the game.
    Flag,
    /// Cannot move; destroys every attacker but the miner.
    Bomb,
    /// The lowest that moves; defeats the marshal by attacking it.
    Spy,
    /// Moves any distance in a straight line.
    Scout,
    /// Defuses bombs.
    Miner,
    /// Defeats miners and lower ranks.
    Sergeant,
    /// Defeats sergeants and lower ranks.
    Lieutenant,
    /// Defeats lieutenants and lower ranks.
    Captain,
    /// Defeats captains and lower ranks.
    Major,
    /// Defeats majors and lower ranks.
    Colonel,
    /// Defeats colonels and lower ranks.
    General,
    /// Defeats all ranks that it may attack except bombs and marshals.
    Marshal,
}

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 12;

    /// All ranks, from the lowest to the highest.
    pub const ALL: [Rank; Rank::COUNT] = [
        Rank::Flag,
        Rank::Bomb,
        Rank::Spy,
        Rank::Scout,
        Rank::Miner,
        Rank::Sergeant,
        Rank::Lieutenant,
        Rank::Captain,
        Rank::Major,
        Rank::Colonel,
        Rank::General,
        Rank::Marshal,
    ];

    /// Number of pieces of each rank in an army of 40, in the order of [`Rank::ALL`].
    pub const ARMY: [u8; Rank::COUNT] = [1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1];

    /// Returns the rank's index in [`Rank::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether pieces of this rank can move and attack.
    #[inline]
    #[must_use]
    pub const fn is_movable(self) -> bool {
        !matches!(self, Rank::Flag | Rank::Bomb)
    }

    /// Returns the evaluator's letter, a digit for most ranks.
    #[must_use]
    pub const fn letter(self) -> char {
        ['F', 'B', 's', '9', '8', '7', '6', '5', '4', '3', '2', '1'][self.index()]
    }

    /// Returns the rank of an evaluator's letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Returns the rank's letter in the text notation, a capital: the first letter of its name or,
    /// if another rank has that letter, a prominent one in it.
    #[must_use]
    pub const fn symbol(self) -> char {
        ['F', 'B', 'S', 'T', 'I', 'E', 'L', 'P', 'J', 'C', 'G', 'M'][self.index()]
    }

    /// Returns the rank of a [`Rank::symbol`].
    #[must_use]
    pub fn from_symbol(symbol: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.symbol() == symbol)
    }
}

/// Writes the evaluator's letter.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rank, ParseError> {
        let mut letters = text.chars();
        let rank = letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none());
        rank.ok_or_else(|| ParseError::new("a rank, one of 1 to 9, s, B and F", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_has_forty_pieces() {
        assert_eq!(Rank::ARMY.iter().sum::<u8>(), 40);
    }

    #[test]
    fn a_rank_round_trips_through_its_letter_and_its_symbol() {
        for rank in Rank::ALL {
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert_eq!(Rank::from_symbol(rank.symbol()), Some(rank));
        }
    }

    #[test]
    fn invalid_rank_text_is_rejected() {
        for text in ["", "0", "S", "b", "f", "10", " 1", "é"] {
            assert!(text.parse::<Rank>().is_err(), "{text:?}");
        }
    }
}
