//! Text form of Lines of Action positions.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _};

use crate::moves::Move;
use crate::position::Position;

/// Formats the position: eight ranks from the eighth down, `b` and `w` for checkers, digits for
/// empty squares; the side to move; the number of plies played.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = lines_of_action::Position::initial().to_string();
/// assert_eq!(text, "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(player) = self.checker(file, rank) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", letter(player))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {}", letter(self.side_to_move()), self.plies())
    }
}

/// Returns the letter of Black, who moves first, or of White.
const fn letter(player: Player) -> char {
    match player {
        Player::First => 'b',
        Player::Second => 'w',
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let expected = "a position such as 8/8/b7/8/8/8/7w/1w6 w 9";
        read(text).ok_or_else(|| ParseError::new(expected, text))
    }
}

fn read(text: &str) -> Option<Position> {
    let mut fields = text.split(' ');
    let (board, side, plies) = (fields.next()?, fields.next()?, fields.next()?);
    let rows: Vec<&str> = board.split('/').collect();
    if fields.next().is_some() || rows.len() != 8 {
        return None;
    }
    let (mut black, mut white) = (0_u64, 0_u64);
    for (row, symbols) in rows.iter().enumerate() {
        let mut file = 0;
        for symbol in symbols.chars() {
            let bit = 1_u64.checked_shl(8 * file + 7 - row as u32)?;
            match symbol {
                'b' => black |= bit,
                'w' => white |= bit,
                '1'..='8' => file += symbol.to_digit(10)? - 1,
                _ => return None,
            }
            file += 1;
        }
        if file != 8 {
            return None;
        }
    }
    let number = plies.parse().ok()?;
    let pos = match side {
        "b" => Position::new(black, white, Player::First, number)?,
        "w" => Position::new(white, black, Player::Second, number)?,
        _ => return None,
    };
    (number.to_string() == plies).then_some(pos)
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
            "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0",
            "2bbbbb1/w6w/w2b3w/w6w/w6w/w6w/w6w/1bbbbbb1 w 1",
            "8/8/b7/8/8/8/7w/1w6 w 150",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_not_a_position_is_rejected() {
        for text in [
            "",
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 b",
            "8/8/8/8/8/8/8/8 b 0 0",
            "8/8/8/8/8/8/8/8 x 0",
            "8/8/8/8/8/8/8/8 b 151",
            "8/8/8/8/8/8/8/8 b 00",
            "8/8/8/8/8/8/8/8 b +1",
            "8/8/8/8/8/8/8 b 0",
            "8/8/8/8/8/8/8/8/8 b 0",
            "b8/8/8/8/8/8/8/8 b 0",
            "44b/8/8/8/8/8/8/8 b 0",
            "7/8/8/8/8/8/8/8 b 0",
            "q7/8/8/8/8/8/8/8 b 0",
            "bbbbbbbb/bbbbb3/8/8/8/8/8/8 b 0",
        ] {
            assert!(text.parse::<Position>().is_err(), "{text:?}");
        }
    }
}
