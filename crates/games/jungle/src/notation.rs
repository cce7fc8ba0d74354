use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _};

use crate::board::{den, WATER};
use crate::{Animal, Move, Position, Square};

/// Nine rows from the top down, the animals' first letters, capitals for Red, digits for empty
/// squares, then the side to move, then the plies played.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = jungle::Position::initial().to_string();
/// assert_eq!(text, "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..Square::ROWS {
            if y > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for x in 0..Square::COLUMNS {
                let Some(letter) = Square::at(x, y).and_then(|sq| letter_on(self, sq)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        let side = match self.side_to_move() {
            Player::First => 'r',
            Player::Second => 'b',
        };
        write!(f, " {side} {}", self.plies())
    }
}

fn letter_on(pos: &Position, sq: Square) -> Option<char> {
    let red = pos.animal_at(Player::First, sq).map(Animal::letter);
    let blue = || pos.animal_at(Player::Second, sq).map(|blue| blue.letter().to_ascii_lowercase());
    red.or_else(blue)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        read(text)
            .ok_or_else(|| ParseError::new("a position such as 7/7/3r3/7/7/7/3E3/7/7 r 0", text))
    }
}

fn read(text: &str) -> Option<Position> {
    let mut fields = text.split(' ');
    let (board, side, plies) = (fields.next()?, fields.next()?, fields.next()?);
    let side = match side {
        "r" => Player::First,
        "b" => Player::Second,
        _ => return None,
    };
    let count: u8 = plies.parse().ok().filter(|&plies| plies <= Position::MAX_PLIES)?;
    if fields.next().is_some() || count.to_string() != plies {
        return None;
    }
    let mut pos = Position::empty(side, count);
    let mut rows = 0;
    for row in board.split('/') {
        let mut x = 0;
        for symbol in row.chars() {
            x += match symbol.to_digit(10) {
                Some(empty) if empty > 0 => u8::try_from(empty).ok()?,
                Some(_) => return None,
                None => {
                    put(&mut pos, symbol, Square::at(x, rows)?)?;
                    1
                }
            };
        }
        if x != Square::COLUMNS {
            return None;
        }
        rows += 1;
    }
    (rows == Square::ROWS).then_some(pos)
}

/// Puts an animal on the board. `None` if there are two of it, or if it cannot be there.
fn put(pos: &mut Position, letter: char, sq: Square) -> Option<()> {
    let animal = Animal::from_letter(letter.to_ascii_uppercase())?;
    let player = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
    let is_new = pos.square_of(player, animal) == Square::NOWHERE;
    let can_be_there = sq != den(player) && (animal == Animal::Rat || sq.bit() & WATER == 0);
    (is_new && can_be_there).then(|| pos.put(player, animal, sq))
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
    fn text_that_is_no_position_is_refused() {
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
            "7/7/7/1E5/7/7/7/7/7 r 0",
            "3e3/7/7/7/7/7/7/7/7 r 0",
        ] {
            assert!(text.parse::<Position>().is_err(), "{text:?}");
        }
    }
}
