//! Moves: placements and steps, with their text and bit encodings.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::rank::Rank;
use crate::square::{Direction, Square};

/// A player's move: a placement before the game, a step in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places a piece of this rank on the next free square of the player's rows, counted from his
    /// highest row on the board, each row from left to right. Written as the evaluator's letter.
    Place(Rank),
    /// Moves a piece along a row or a column, written `3 6 UP`, or `3 6 UP 2` over two squares.
    Step {
        /// The square on which the piece stands.
        from: Square,
        /// The square to which it goes.
        to: Square,
    },
}

/// Bit that is set for every step and for no placement.
const IS_STEP: u16 = 1 << 14;

/// Number of bits of a square.
const SQUARE_BITS: u32 = 7;

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        match self {
            Move::Place(rank) => 1 + rank.index() as u16,
            Move::Step { from, to } => IS_STEP | (from.index() | to.index() << SQUARE_BITS) as u16,
        }
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        let rank = Rank::ALL.get(usize::from(bits).wrapping_sub(1));
        if let Some(&rank) = rank {
            return Move::Place(rank);
        }
        let [from, to] = [bits, bits >> SQUARE_BITS].map(|index| Square::new(index as u8));
        if bits & IS_STEP == 0 {
            // A step to its own square is never legal.
            return Move::Step { from, to: from };
        }
        Move::Step { from, to }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(rank) => rank.fmt(f),
            Move::Step { from, to } => match from.way_to(*to) {
                Some((direction, 1)) => write!(f, "{from} {}", direction.name()),
                Some((direction, distance)) => write!(f, "{from} {} {distance}", direction.name()),
                None => write!(f, "{from} to {to}"),
            },
        }
    }
}

/// Reads a move in its canonical text, and also a step over one square with an explicit 1.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let placement = text.parse().map(Move::Place);
        placement.ok().or_else(|| read_step(text)).ok_or_else(|| {
            ParseError::new("a step such as 3 6 UP or 3 6 UP 2, or a rank such as 9", text)
        })
    }
}

fn read_step(text: &str) -> Option<Move> {
    let words: Vec<&str> = text.split(' ').collect();
    let (&[x, y, name], distance) = words.split_first_chunk()?;
    let distance = match distance {
        [] => 1,
        [distance] => read_digit(distance).filter(|&distance| distance > 0)?,
        _ => return None,
    };
    let from = Square::at(read_digit(x)?, read_digit(y)?)?;
    let direction = Direction::ALL.into_iter().find(|direction| direction.name() == name)?;
    Some(Move::Step { from, to: from.towards(direction, distance)? })
}

fn read_digit(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Move as _;

    use super::*;

    #[test]
    fn a_move_round_trips_through_its_text_and_its_bits() {
        for text in ["1", "9", "s", "B", "F", "0 3 DOWN", "9 6 UP 6", "0 0 RIGHT 9", "5 9 LEFT 2"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_ne!(mv.to_bits(), 0);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
        }
    }

    #[test]
    fn a_step_over_one_square_may_have_an_explicit_distance() {
        assert_eq!("3 6 UP 1".parse::<Move>(), "3 6 UP".parse());
        assert_eq!("3 6 UP 1".parse::<Move>().unwrap().to_string(), "3 6 UP");
    }

    #[test]
    fn invalid_move_text_is_rejected() {
        for text in [
            "",
            "0",
            "S",
            "99",
            "3 6",
            "3 6 up",
            "3 6 UP ",
            " 3 6 UP",
            "3  6 UP",
            "36 UP",
            "3 6 UP 0",
            "3 6 UP 7",
            "3 6 UP 02",
            "3 6 UP -1",
            "3 6 UP 2 OK",
            "0 0 LEFT",
            "a b UP",
            "é é UP",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn distinct_bits_of_moves_are_distinct_moves() {
        let mut moves: Vec<Move> = Rank::ALL.map(Move::Place).to_vec();
        for from in (0..100).map(Square::new) {
            let ways = Direction::ALL.into_iter().flat_map(|way| (1..10).map(move |n| (way, n)));
            let targets = ways.filter_map(|(way, distance)| from.towards(way, distance));
            moves.extend(targets.map(|to| Move::Step { from, to }));
        }
        let mut bits: Vec<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
        assert!(moves.iter().all(|&mv| mv.to_string().parse() == Ok(mv)));
        bits.sort_unstable();
        bits.dedup();
        assert_eq!(bits.len(), 12 + 100 * 18);
    }
}
