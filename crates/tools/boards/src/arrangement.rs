//! Arrangements: pieces that the board editor has put on the board, and the side to move.

use gamekit::Player;

use crate::frame::EMPTY;
use crate::info::BoardInfo;

/// Function that returns the position of an arrangement, or an error if no game has such a
/// position; without it, the reason for readers why pieces and side to move are not enough.
pub type Arrange<P> = Result<fn(&Arrangement) -> Result<P, String>, &'static str>;

/// Pieces on the board, and the side to move.
pub struct Arrangement {
    info: BoardInfo,
    cells: Vec<char>,
    to_move: Player,
}

impl Arrangement {
    /// Returns the arrangement of `cells`, which are characters as in
    /// [`Picture::cells`](crate::Picture::cells).
    ///
    /// # Errors
    ///
    /// The number of characters or one of them is wrong.
    pub(crate) fn read(
        info: BoardInfo,
        cells: &str,
        to_move: Player,
    ) -> Result<Arrangement, String> {
        let squares = info.columns * info.rows;
        let cells: Vec<char> = cells.chars().take(squares + 1).collect();
        if cells.len() != squares {
            return Err(format!("`cells` must have {squares} characters, one for each square"));
        }
        let is_known = |cell: char| {
            cell == EMPTY || info.kinds.iter().any(|kind| kind.letter == cell.to_ascii_uppercase())
        };
        match cells.iter().find(|&&cell| !is_known(cell)) {
            Some(cell) => Err(format!("`{}` is no piece of the game", cell.escape_debug())),
            None => Ok(Arrangement { info, cells, to_move }),
        }
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the pieces: square, owner and capital letter of the kind.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, Player, char)> {
        let occupied = self.cells.iter().enumerate().filter(|&(_, &cell)| cell != EMPTY);
        occupied.map(|(square, &cell)| {
            let owner = if cell.is_ascii_uppercase() { Player::First } else { Player::Second };
            (square, owner, cell.to_ascii_uppercase())
        })
    }

    /// Checks that no side has more than `most` pieces of a kind.
    ///
    /// # Errors
    ///
    /// A message that names the side and the kind.
    pub fn check_counts(&self, most: usize) -> Result<(), String> {
        for player in Player::BOTH {
            for kind in &self.info.kinds {
                let is_one = |&(_, owner, letter): &(usize, Player, char)| {
                    (owner, letter) == (player, kind.letter)
                };
                let count = self.pieces().filter(is_one).count();
                if count > most {
                    return Err(format!(
                        "{} has {count} pieces of the kind {}: at most {most} are possible",
                        self.info.players[player.index()],
                        kind.name
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns the piece on a square for messages: `Red's lion`.
    #[must_use]
    pub fn name(&self, owner: Player, letter: char) -> String {
        let kind = self.info.kinds.iter().find(|kind| kind.letter == letter);
        let player = self.info.players[owner.index()];
        format!("{player}'s {}", kind.map_or("piece", |kind| kind.name))
    }

    /// Returns the rows from the top down, separated by `/`: a character of `symbol` for each
    /// piece, `.` for an empty square.
    pub fn rows(&self, symbol: impl Fn(char, Player) -> char) -> String {
        let mut symbols = vec![EMPTY; self.cells.len()];
        for (square, owner, letter) in self.pieces() {
            symbols[square] = symbol(letter, owner);
        }
        let rows: Vec<String> =
            symbols.chunks(self.info.columns).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// Returns the rows as [`Arrangement::rows`], with numbers for empty squares as in FEN.
    pub fn fen_rows(&self, symbol: impl Fn(char, Player) -> char) -> String {
        let longest = self.info.columns;
        (1..=longest).rev().fold(self.rows(symbol), |rows, count| {
            rows.replace(&EMPTY.to_string().repeat(count), &count.to_string())
        })
    }
}
