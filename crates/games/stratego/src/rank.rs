use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

/// What a piece is, from the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// Cannot move; its capture wins.
    Flag,
    /// Cannot move; destroys every attacker but the miner.
    Bomb,
    /// The lowest that moves; defeats the marshal by attacking it.
    Spy,
    /// Moves any distance in a straight line.
    Scout,
    /// Defuses bombs.
    Miner,
    /// Defeats miners and what is lower.
    Sergeant,
    /// Defeats sergeants and what is lower.
    Lieutenant,
    /// Defeats lieutenants and what is lower.
    Captain,
    /// Defeats captains and what is lower.
    Major,
    /// Defeats majors and what is lower.
    Colonel,
    /// Defeats colonels and what is lower.
    General,
    /// Defeats everything that it may attack but bombs and marshals.
    Marshal,
}

impl Rank {
    /// How many ranks there are.
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

    /// How many pieces of each rank an army of 40 has, in the order of [`Rank::ALL`].
    pub const ARMY: [u8; Rank::COUNT] = [1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1];

    /// Returns the rank's place in [`Rank::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Tells whether pieces of this rank can move and attack.
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

    /// Returns the rank of one of the evaluator's letters.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Returns the rank's letter on text boards that show both armies, a capital: the letter with
    /// which its name begins or, where that is another's, one that is heard in it.
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

/// The evaluator's letter.
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
    fn a_rank_survives_its_letter_and_its_symbol() {
        for rank in Rank::ALL {
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert_eq!(Rank::from_symbol(rank.symbol()), Some(rank));
        }
    }

    #[test]
    fn text_that_is_no_rank_is_refused() {
        for text in ["", "0", "S", "b", "f", "10", " 1", "é"] {
            assert!(text.parse::<Rank>().is_err(), "{text:?}");
        }
    }
}
