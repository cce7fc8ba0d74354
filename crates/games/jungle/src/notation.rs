//! Text form of Jungle positions.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _};

use crate::animal::Animal;
use crate::board::{den, BOARD, WATER};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{squares, Square};

/// Formats the position: nine rows from the top down, the animals' first letters, capitals for Red,
/// digits for empty squares, then the side to move, then the plies played.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = jungle::Position::initial().to_string();
/// assert_eq!(text, "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = String::new();
        for sq in squares(BOARD) {
            if sq.x() == 0 && sq.y() > 0 {
                board.push('/');
            }
            let letter = |player| self.animal_at(player, sq).map(Animal::letter);
            let blue = letter(Player::Second).map(|letter| letter.to_ascii_lowercase());
            board.push(letter(Player::First).or(blue).unwrap_or(EMPTY));
        }
        for number in (1..=7).rev() {
            board = board.replace(&EMPTY.to_string().repeat(number), &number.to_string());
        }
        let side = ['r', 'b'][self.side_to_move().index()];
        write!(f, "{board} {side} {}", self.plies())
    }
}

/// Empty square, before those of a row are counted.
const EMPTY: char = '.';

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        // Text in any other form than that of `Display` is rejected.
        read(text)
            .filter(|pos| pos.to_string() == text)
            .ok_or_else(|| ParseError::new("nine rows, a side and plies", text))
    }
}

/// Parses a text. It also accepts some texts that are not positions.
fn read(text: &str) -> Option<Position> {
    let (board, rest) = text.split_once(" ")?;
    let (side, plies) = rest.split_once(" ")?;
    let side = if side == "r" { Player::First } else { Player::Second };
    let plies = plies.parse().ok().filter(|&plies| plies <= Position::MAX_PLIES)?;
    let mut pos = Position::empty(side, plies);
    let mut index = 0_u8;
    for symbol in board.chars().filter(|&symbol| symbol != '/') {
        if let Some(empty) = symbol.to_digit(8) {
            index = index.wrapping_add(empty as u8);
            continue;
        }
        let capital = symbol.to_ascii_uppercase();
        let animal = Animal::ALL.into_iter().find(|animal| animal.letter() == capital)?;
        let player = if symbol == capital { Player::First } else { Player::Second };
        let land = if animal == Animal::Rat { BOARD } else { BOARD & !WATER };
        let sq = Square::new(index);
        if land & !den(player).bit() & sq.bit() == 0 {
            return None;
        }
        pos.put(player, animal, sq);
        index = index.wrapping_add(1);
    }
    Some(pos)
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_its_text() {
        for text in [
            "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0",
            "7/7/7/7/7/7/7/7/7 b 150",
            "3E3/7/7/1r5/5R1/7/7/7/3e3 b 7",
            "l5t/7/7/7/7/7/7/7/T5L b 149",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_not_a_position_is_rejected() {
        for text in [
            "",
            "7/7/7/7/7/7/7/7/7",
            "7/7/7/7/7/7/7/7/7 r",
            "7/7/7/7/7/7/7/7/7 r 151",
            "7/7/7/7/7/7/7/7/7 r 01",
            "7/7/7/7/7/7/7/7/7 r 0 0",
            "7/7/7/7/7/7/7/7/7 w 0",
            "7/7/7/7/7/7/7/7 r 0",
            "7/7/7/7/7/7/7/7/7/7 r 0",
            "8/7/7/7/7/7/7/7/7 r 0",
            "E7/7/7/7/7/7/7/7/7 r 0",
            "6/7/7/7/7/7/7/7/7 r 0",
            "0E6/7/7/7/7/7/7/7/7 r 0",
            "EE5/7/7/7/7/7/7/7/7 r 0",
            "X6/7/7/7/7/7/7/7/7 r 0",
            "7777777777777777777777777777777777777777/7 r 0",
            "7/7/7/7/7/7/7/7/7/EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE r 0",
            "7/7/7/1E5/7/7/7/7/7 r 0",
            "3e3/7/7/7/7/7/7/7/7 r 0",
        ] {
            assert!(text.parse::<Position>().is_err(), "{text:?}");
        }
    }
}
