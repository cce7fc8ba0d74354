//! Text notation of positions: writing, parsing and validation.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _, Square};

use crate::army::{Army, Piece};
use crate::board::BOARD;
use crate::moves::{Move, Step};
use crate::position::Attack;
use crate::position::Position;
use crate::role::Role;

/// The letter of a piece without a role that has not moved.
const UNMOVED: char = 'U';

/// The letter of a piece without a role that has moved.
const MOVED: char = 'W';

/// Columns and rows of the board.
const SIZE: u8 = 7;

/// Placeholder for an empty field.
const NOTHING: &str = "-";

/// Writes seven rows from the top down, with digits for cells without a piece (lakes included);
/// then the player who steps or attacks; then, for Red and for Blue, the number of pieces that may
/// still take each of the roles V B G O L M R S, and the step that would reverse the player's last
/// step; then the number of steps made; then the current attack, with the attacker's role once it
/// is named.
///
/// Pieces are the letters of their roles, or `U` (unmoved) and `W` (walked) without a role;
/// capitals are Red's.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = lamistra::Position::initial().to_string();
/// let board = "uuuuuuu/uuuuuuu/uuuuuuu/7/UUUUUUU/UUUUUUU/UUUUUUU";
/// assert_eq!(text, format!("{board} r 14123451 - 14123451 - 0 -"));
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for file in 0..SIZE {
                let Some(letter) = self.letter_at(Square::new(rank * 8 + file)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", ['r', 'b'][self.stepper().index()])?;
        for player in Player::BOTH {
            let army = self.army(player);
            let stock: String =
                Role::ALL.iter().map(|&role| army.stock(role).to_string()).collect();
            let back = army.back().map_or(NOTHING.to_owned(), |step| step.to_string());
            write!(f, " {stock} {back}")?;
        }
        write!(f, " {} ", self.plies())?;
        match self.attack() {
            None => f.write_str(NOTHING),
            Some(Attack { step, name: None }) => write!(f, "{step}"),
            Some(Attack { step, name: Some(role) }) => write!(f, "{step}:{role}"),
        }
    }
}

impl Position {
    fn letter_at(&self, cell: Square) -> Option<char> {
        let letter = |player| {
            self.army(player).piece_at(cell).map(|piece| match piece {
                Piece::Unmoved => UNMOVED,
                Piece::Moved => MOVED,
                Piece::Named(role) => role.letter(),
            })
        };
        let blue = || letter(Player::Second).map(|letter| letter.to_ascii_lowercase());
        letter(Player::First).or_else(blue)
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        // Only the canonical text of a position is accepted.
        read(text).filter(|pos| pos.to_string() == text).ok_or_else(|| {
            ParseError::new(
                "seven rows, a side, two stocks and steps back, plies and an attack",
                text,
            )
        })
    }
}

/// Reads a position. It accepts some texts that are not canonical.
fn read(text: &str) -> Option<Position> {
    let words: Vec<&str> = text.split(' ').collect();
    let [board, side, red_stock, red_back, blue_stock, blue_back, plies, attack] = words[..] else {
        return None;
    };
    let mut armies = read_board(board)?;
    for (army, stock, back) in [(0, red_stock, red_back), (1, blue_stock, blue_back)] {
        armies[army].set_rest(read_stock(stock)?, read_unless_nothing(back)?);
        if !armies[army].is_possible(army) {
            return None;
        }
    }
    let side = if side == "r" { Player::First } else { Player::Second };
    let plies = plies.parse().ok().filter(|&plies| plies <= Position::MAX_PLIES)?;
    let pos = Position::new(armies, side, plies);
    let (step, name) = match attack.split_once(':') {
        Some((step, name)) => (step, Some(name.parse().ok()?)),
        None => (attack, None),
    };
    match read_unless_nothing(step)? {
        None => Some(pos),
        Some(_) if pos.outcome().is_some() => None,
        Some(step) => pos.with_attack(Attack { step, name }),
    }
}

fn read_board(text: &str) -> Option<[Army; 2]> {
    let mut armies = [Army::EMPTY; 2];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(SIZE) {
        return None;
    }
    for (row, rank) in rows.into_iter().zip((0..SIZE).rev()) {
        let mut file = 0;
        for symbol in row.chars() {
            if let Some(empty) = symbol.to_digit(10) {
                file += empty as u8;
                if file > SIZE {
                    return None;
                }
                continue;
            }
            let capital = symbol.to_ascii_uppercase();
            let piece = match capital {
                UNMOVED => Piece::Unmoved,
                MOVED => Piece::Moved,
                _ => Piece::Named(Role::from_letter(capital)?),
            };
            let cell = Square::new(rank * 8 + file);
            if file >= SIZE || BOARD & cell.bit() == 0 {
                return None;
            }
            armies[usize::from(symbol != capital)].put(cell, piece);
            file += 1;
        }
        if file != SIZE {
            return None;
        }
    }
    Some(armies)
}

fn read_stock(text: &str) -> Option<[u8; Role::COUNT]> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| digit.to_digit(8).map(|count| count as u8)).collect();
    digits?.try_into().ok()
}

/// Reads a step, or the placeholder for none.
fn read_unless_nothing(text: &str) -> Option<Option<Step>> {
    if text == NOTHING {
        return Some(None);
    }
    text.parse().ok().map(Some)
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }
}
