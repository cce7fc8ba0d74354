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
        let letter = |index| {
            let sq = Square::new(index);
            let red = self.animal_at(Player::First, sq).map(Animal::letter);
            let blue = self.animal_at(Player::Second, sq).map(Animal::letter);
            red.or(blue.map(|letter| letter.to_ascii_lowercase())).unwrap_or(EMPTY)
        };
        let row = |y: u8| (7 * y..7 * (y + 1)).map(letter).collect::<String>();
        let mut board = (0..9).map(row).collect::<Vec<_>>().join("/");
        for number in (1..=7).rev() {
            board = board.replace(&empty(number), &number.to_string());
        }
        let side = ['r', 'b'][self.side_to_move().index()];
        write!(f, "{board} {side} {}", self.plies())
    }
}

/// An empty square, before those of a row are counted.
const EMPTY: char = '.';

fn empty(number: usize) -> String {
    EMPTY.to_string().repeat(number)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        // What is written in another way than it would be shown is no position.
        read(text)
            .filter(|pos| pos.to_string() == text)
            .ok_or_else(|| ParseError::new("a position such as 7/7/3r3/7/7/7/3E3/7/7 r 0", text))
    }
}

/// Reads a text, and some texts that are no positions.
fn read(text: &str) -> Option<Position> {
    let mut fields = text.split(' ');
    let mut board = fields.next()?.to_owned();
    let side = if fields.next()? == "r" { Player::First } else { Player::Second };
    let plies = fields.next()?.parse().ok()?;
    if plies > Position::MAX_PLIES {
        return None;
    }
    for number in 1..=7 {
        board = board.replace(&number.to_string(), &empty(number));
    }
    let mut pos = Position::empty(side, plies);
    for (y, row) in (0..).zip(board.split('/')) {
        for (x, letter) in (0..).zip(row.chars()).filter(|&(_, letter)| letter != EMPTY) {
            put(&mut pos, letter, Square::at(x, y)?)?;
        }
    }
    Some(pos)
}

/// Puts an animal on the board. `None` if it cannot be there.
fn put(pos: &mut Position, letter: char, sq: Square) -> Option<()> {
    let is_letter = |animal: &Animal| animal.letter() == letter.to_ascii_uppercase();
    let animal = Animal::ALL.into_iter().find(is_letter)?;
    let player = if letter.is_uppercase() { Player::First } else { Player::Second };
    let swims = animal == Animal::Rat;
    let can_be_there = sq != den(player) && (swims || sq.bit() & WATER == 0);
    can_be_there.then(|| pos.put(player, animal, sq))
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
