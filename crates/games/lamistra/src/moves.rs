//! Moves: steps, and the names of roles in an attack, with their text and bit encodings.

use std::fmt;
use std::str::FromStr;

use gamekit::{ParseError, Square};

use crate::role::Role;

/// A single action of a player: step with a piece, or name a role after a step that attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Steps to an adjacent cell, written `a3-a4`.
    Step(Step),
    /// Names the role of the attacking or the attacked piece, written as one letter.
    Name(Role),
}

/// A step from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The cell on which the piece stands.
    pub from: Square,
    /// The cell to which it goes.
    pub to: Square,
}

impl Step {
    /// Returns the step that reverses this one.
    #[must_use]
    pub const fn reversed(self) -> Step {
        Step { from: self.to, to: self.from }
    }
}

/// Bit that is set for every step, so that no step is encoded as 0.
const IS_STEP: u16 = 1 << 12;

/// Bit that is set for every name.
const IS_NAME: u16 = 1 << 13;

impl gamekit::Move for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        match self {
            Move::Step(Step { from, to }) => IS_STEP | (from.index() | to.index() << 6) as u16,
            Move::Name(role) => IS_NAME | role.index() as u16,
        }
    }

    #[inline]
    fn from_bits(bits: u16) -> Move {
        if bits & IS_NAME == 0 {
            let [from, to] = [bits, bits >> 6].map(|index| Square::new(index as u8));
            return Move::Step(Step { from, to });
        }
        Move::Name(Role::ALL[usize::from(bits) % Role::COUNT])
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Step, ParseError> {
        let read = || {
            let (from, to) = text.split_once('-')?;
            Some(Step { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        read().ok_or_else(|| ParseError::new("a step such as a3-a4", text))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step(step) => step.fmt(f),
            Move::Name(role) => role.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let step = text.parse().map(Move::Step);
        step.or_else(|_| text.parse().map(Move::Name))
            .map_err(|_| ParseError::new("a step such as a3-a4 or a role such as G", text))
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Move as _;

    use super::*;

    #[test]
    fn a_move_round_trips_through_its_text_and_its_bits() {
        for text in ["a3-a4", "g7-g6", "a1-b1", "b1-a1", "V", "B", "G", "S"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_ne!(mv.to_bits(), 0);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
        }
    }

    #[test]
    fn invalid_move_text_is_rejected() {
        for text in ["", "a3", "a3a4", "a3-a9", "a3-a4 ", " a3-a4", "a3-a4-a5", "GG", "x", "é"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
