//! Text form of Breakthrough positions.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _, Square};

use crate::moves::Move;
use crate::position::Position;

/// Number of a side's pieces at the start of the game.
const MAX_PIECES: u32 = 16;

/// Formats the position: eight ranks from the eighth down, `P` for White, `p` for Black, digits for
/// empty squares, then the side to move. These are the first two fields of FEN.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = breakthrough::Position::initial().to_string();
/// assert_eq!(text, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) = self.white_and_black();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let bit = Square::new(rank * 8 + file).bit();
                let piece = match (white & bit != 0, black & bit != 0) {
                    (true, _) => 'P',
                    (_, true) => 'p',
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{piece}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side_to_move() {
            Player::First => "w",
            Player::Second => "b",
        })
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        read(text).ok_or_else(|| ParseError::new("a position such as 8/8/p7/8/8/8/7P/8 w", text))
    }
}

fn read(text: &str) -> Option<Position> {
    let (board, side) = text.split_once(' ')?;
    let (mut white, mut black) = (0, 0);
    let mut ranks = 0;
    for (row, line) in board.split('/').enumerate() {
        let mut file = 0;
        for symbol in line.chars() {
            let bit = 1_u64.checked_shl(8 * 7_u32.checked_sub(row as u32)? + file)?;
            match symbol {
                'P' => white |= bit,
                'p' => black |= bit,
                '1'..='8' => file += symbol.to_digit(10)? - 1,
                _ => return None,
            }
            file += 1;
            if file > 8 {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
        ranks += 1;
    }
    if [white, black].iter().any(|pieces| pieces.count_ones() > MAX_PIECES) {
        return None;
    }
    let white_to_move = Position::from_side_to_move(white, black, Player::First);
    match side {
        _ if ranks != 8 => None,
        "w" => Some(white_to_move),
        "b" => Some(white_to_move.passed()),
        _ => None,
    }
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
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
            "pppppppp/pppppppp/8/8/8/2P5/PP1PPPPP/PPPPPPPP b",
            "8/8/p7/8/8/8/7P/8 b",
            "8/P7/8/8/3p4/8/8/8 w",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_not_a_position_is_rejected() {
        for text in [
            "",
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 x",
            "8/8/8/8/8/8/8 w",
            "8/8/8/8/8/8/8/8/8 w",
            "ppppppppp/8/8/8/8/8/8/8 w",
            "p8/8/8/8/8/8/8/8 w",
            "7/8/8/8/8/8/8/8 w",
            "q7/8/8/8/8/8/8/8 w",
            "pppppppp/pppppppp/p7/8/8/8/PPPPPPPP/PPPPPPPP w",
            "pppppppp/pppppppp/8/8/8/P7/PPPPPPPP/PPPPPPPP w",
        ] {
            assert!(text.parse::<Position>().is_err(), "{text:?}");
        }
    }
}
