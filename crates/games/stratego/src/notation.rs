//! Text notation of positions: writing, parsing and validation.

use std::fmt;
use std::str::FromStr;

use gamekit::{Notation, ParseError, Player, Position as _};

use crate::moves::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::LAND;
use crate::square::{Direction, Square};
use crate::two_squares::{RecentSteps, Step};

/// Mark after a piece that has moved.
const MOVED: char = '~';

/// Mark after a piece whose rank both players know.
const REVEALED: char = '+';

/// Placeholder for an empty field.
const NOTHING: &str = "-";

/// Word before the steps that the two-squares rule remembers.
const TWO_SQUARES: &str = "two-squares";

/// Letters of the players.
const PLAYERS: [&str; 2] = ["r", "b"];

/// Columns and rows of the board.
const SIZE: u8 = 10;

/// Writes ten rows from the top down, with numbers for squares without a piece (lakes included);
/// then the side to move, the plies and the quiet plies, which are `-` while armies are still being
/// placed. With the two-squares rule that word follows and, for Red and for Blue, the latest steps
/// that the rule remembers, as column and row of origin and target, the oldest first.
///
/// Pieces are the letters of [`Rank::symbol`], capitals for Red. `~` follows a piece that has
/// moved, `+` a piece whose rank both players know.
///
/// ```
/// use gamekit::Position as _;
///
/// let text = "F9/10/10/10/4T~+5/10/10/10/10/9f b 7 1 two-squares 54-44 -";
/// let pos: stratego::Position = text.parse()?;
/// assert_eq!(pos.to_string(), text);
/// # Ok::<(), gamekit::ParseError>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..SIZE {
            let mut empty = 0;
            for sq in (0..SIZE).map(|x| Square::new(y * SIZE + x)) {
                match self.piece_text(sq) {
                    None => empty += 1,
                    Some(piece) => {
                        write!(f, "{}{piece}", count_text(empty))?;
                        empty = 0;
                    }
                }
            }
            let separator = if y + 1 < SIZE { "/" } else { " " };
            write!(f, "{}{separator}", count_text(empty))?;
        }
        f.write_str(PLAYERS[self.side_to_move().index()])?;
        if self.is_setting_up(Player::Second) {
            write!(f, " {NOTHING} {NOTHING}")?;
        } else {
            write!(f, " {} {}", self.plies(), self.quiet_plies())?;
        }
        if self.has_two_squares() {
            write!(f, " {TWO_SQUARES}")?;
        }
        for recent_steps in Player::BOTH.into_iter().filter_map(|player| self.recent_steps(player))
        {
            let steps: Vec<String> = recent_steps.steps().map(step_text).collect();
            let steps = steps.join(",");
            write!(f, " {}", if steps.is_empty() { NOTHING } else { &steps })?;
        }
        Ok(())
    }
}

/// Returns the number of empty squares as text, empty for 0.
fn count_text(empty: u8) -> String {
    if empty == 0 {
        String::new()
    } else {
        empty.to_string()
    }
}

fn step_text(Step { from, to }: Step) -> String {
    format!("{}{}-{}{}", from.x(), from.y(), to.x(), to.y())
}

impl Position {
    fn piece_text(&self, sq: Square) -> Option<String> {
        let (player, rank) = (self.owner_at(sq)?, self.rank_at(sq)?);
        let letter = match player {
            Player::First => rank.symbol(),
            Player::Second => rank.symbol().to_ascii_lowercase(),
        };
        let marks = [(self.moved(), MOVED), (self.revealed(), REVEALED)];
        let marks = marks.into_iter().filter(|(set, _)| set & sq.bit() != 0).map(|(_, mark)| mark);
        Some([letter].into_iter().chain(marks).collect())
    }

    /// Returns whether a game can reach this position, judged by pieces and marks.
    fn is_possible(&self) -> bool {
        let immovable = self.all() & !self.movable(Player::First) & !self.movable(Player::Second);
        self.moved() & immovable == 0
            && Player::BOTH.into_iter().all(|player| {
                let flag = self.of_rank(player, Rank::Flag);
                let is_in_stock = |rank: Rank| {
                    self.of_rank(player, rank).count_ones() <= u32::from(Rank::ARMY[rank.index()])
                };
                self.occupied(player) & !self.moved() & !home(player) == 0
                    && flag & self.revealed() == 0
                    && Rank::ALL.into_iter().all(is_in_stock)
            })
    }
}

/// Returns the squares on which an army is placed.
const fn home(player: Player) -> u128 {
    let rows = (1 << Position::ARMY_SIZE) - 1;
    match player {
        Player::First => rows,
        Player::Second => rows << (Square::COUNT - Position::ARMY_SIZE),
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        // Only the canonical text of a position is accepted.
        read(text).filter(|pos| pos.is_possible() && pos.to_string() == text).ok_or_else(|| {
            ParseError::new("ten rows, a side, plies, quiet plies and perhaps two-squares", text)
        })
    }
}

/// Reads a position. It accepts some texts that are not canonical.
fn read(text: &str) -> Option<Position> {
    let words: Vec<&str> = text.split(' ').collect();
    let (&[board, side, plies, quiet_plies], rule) = words.split_first_chunk()?;
    let pieces = read_board(board)?;
    let mut pos = match rule {
        [] => Position::empty(),
        _ => Position::with_two_squares(),
    };
    if plies == NOTHING {
        let squares_in_order = pieces.iter().all(|piece| {
            let is_next = piece.sq == pos.next_home() && piece.player == pos.side_to_move();
            pos.play_unchecked(Move::Place(piece.rank));
            is_next
        });
        return squares_in_order.then_some(pos);
    }
    for piece in &pieces {
        pos.put(piece.player, piece.sq, piece.rank);
        pos.mark(piece.sq, piece.is_moved, piece.is_revealed);
    }
    let side = PLAYERS.into_iter().position(|letter| letter == side)?;
    let plies = plies.parse().ok().filter(|&plies| plies <= Position::MAX_PLIES)?;
    let quiet_plies =
        quiet_plies.parse().ok().filter(|&quiet| quiet <= Position::MAX_QUIET_PLIES)?;
    let recent_steps = match rule {
        [] => None,
        [TWO_SQUARES, red, blue] => Some([
            read_recent_steps(&pos, Player::First, red)?,
            read_recent_steps(&pos, Player::Second, blue)?,
        ]),
        _ => return None,
    };
    pos.set_rest(Player::BOTH[side], plies, quiet_plies, recent_steps);
    Some(pos)
}

/// A piece of the text.
struct Piece {
    player: Player,
    rank: Rank,
    sq: Square,
    is_moved: bool,
    is_revealed: bool,
}

fn read_board(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(SIZE) {
        return None;
    }
    for (row, y) in rows.into_iter().zip(0..) {
        let (mut x, mut rest) = (0_u8, row);
        while let Some(symbol) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                x = x.checked_add(rest[..digits].parse().ok()?)?;
                rest = &rest[digits..];
                continue;
            }
            let rank = Rank::from_symbol(symbol.to_ascii_uppercase())?;
            let player = if symbol.is_ascii_uppercase() { Player::First } else { Player::Second };
            let sq = Square::at(x, y).filter(|sq| LAND & sq.bit() != 0)?;
            rest = &rest[1..];
            let [is_moved, is_revealed] = [MOVED, REVEALED].map(|mark| {
                let behind = rest.strip_prefix(mark);
                rest = behind.unwrap_or(rest);
                behind.is_some()
            });
            pieces.push(Piece { player, rank, sq, is_moved, is_revealed });
            x += 1;
        }
        if x != SIZE {
            return None;
        }
    }
    Some(pieces)
}

/// Reads steps that the piece of `player` on their last square can have made.
fn read_recent_steps(pos: &Position, player: Player, text: &str) -> Option<RecentSteps> {
    let mut recent_steps = RecentSteps::default();
    if text == NOTHING {
        return Some(recent_steps);
    }
    let mut rank = None;
    for step in text.split(',').rev() {
        let step = read_step(step)?;
        let (_, distance): (Direction, u8) = step.from.way_to(step.to)?;
        let at_end = rank.or_else(|| {
            let is_own = pos.movable(player) & pos.moved() & step.to.bit() != 0;
            pos.rank_at(step.to).filter(|_| is_own)
        })?;
        if distance > 1 && at_end != Rank::Scout {
            return None;
        }
        rank = Some(at_end);
    }
    for step in text.split(',') {
        recent_steps.push(read_step(step)?);
    }
    Some(recent_steps)
}

fn read_step(text: &str) -> Option<Step> {
    let read_square = |text: &str| match text.as_bytes() {
        [x @ b'0'..=b'9', y @ b'0'..=b'9'] => Square::at(x - b'0', y - b'0'),
        _ => None,
    };
    let (from, to) = text.split_once('-')?;
    Some(Step { from: read_square(from)?, to: read_square(to)? })
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }
}
