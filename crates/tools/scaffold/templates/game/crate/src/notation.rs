//! Text form of {{title}} positions.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player};

use crate::moves::Move;
use crate::position::Position;
use crate::rules::outcome_of;
use crate::square::{Square, HEIGHT, WIDTH};

/// Formats the position: the ranks from the top down, `x` for a piece of the first player, `o` for
/// one of the second player, `.` for an empty square, then the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..HEIGHT).rev() {
            for file in 0..WIDTH {
                let owner = Square::at(file, rank).and_then(|sq| self.at(sq));
                write!(f, "{}", symbol(owner))?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", symbol(Some(self.side())))
    }
}

const fn symbol(owner: Option<Player>) -> char {
    match owner {
        None => '.',
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let expected = "{{height}} ranks of {{width}} squares, and the side to move";
        read(text).ok_or_else(|| ParseError::new(expected, text))
    }
}

fn read(text: &str) -> Option<Position> {
    let (board, side) = text.split_once(' ')?;
    let mut pos = Position::empty(match side {
        "x" => Player::First,
        "o" => Player::Second,
        _ => return None,
    });
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != HEIGHT || ranks.iter().any(|rank| rank.len() != WIDTH) {
        return None;
    }
    for (rank, line) in ranks.into_iter().rev().enumerate() {
        for (file, symbol) in line.chars().enumerate() {
            let owner = match symbol {
                'x' => Some(Player::First),
                'o' => Some(Player::Second),
                '.' => None,
                _ => return None,
            };
            pos.set(Square::at(file, rank)?, owner);
        }
    }
    pos.outcome = outcome_of(&pos);
    Some(pos)
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;

    use super::*;

    #[test]
    fn text_that_is_not_a_position_is_rejected() {
        let start = Position::initial().to_string();
        assert_eq!(start.parse(), Ok(Position::initial()));
        for text in ["", "x", &start[1..], &start[..start.len() - 1], &start.replace('x', "z")] {
            assert!(text.parse::<Position>().is_err(), "{text:?}");
        }
    }
}
