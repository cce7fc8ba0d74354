//! Opening books of users: the openings are played to check them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::book::{Book, numbered_openings};
use crate::game::Game;
use crate::text_moves::BadMove;

/// File that is not an opening book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("the opening book {path} cannot be read")]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// An opening contains a move that cannot be played.
    #[error("line {line} of the opening book: {bad}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The move.
        bad: BadMove,
    },
    /// An opening ends the game.
    #[error("line {line} of the opening book: the game is over after these moves; remove some")]
    Over {
        /// The line, from 1.
        line: usize,
    },
    /// An opening ends with an incomplete move.
    #[error("line {line} of the opening book: the last move is incomplete; add its missing parts")]
    HalfMade {
        /// The line, from 1.
        line: usize,
    },
    /// The file contains no opening.
    #[error("the opening book is empty: it takes one opening a line, as in `m1;m2;m3;`")]
    Empty,
}

impl Book {
    /// Parses a book of `game`.
    ///
    /// # Errors
    ///
    /// The text has no openings, or one that cannot be played, ends the game or ends with an
    /// incomplete move.
    pub fn parse(text: &str, game: &dyn Game) -> Result<Book, BookError> {
        for (line, moves) in numbered_openings(text) {
            check(game, line, &moves)?;
        }
        let book = Book::trusted(text);
        if book.openings().is_empty() { Err(BookError::Empty) } else { Ok(book) }
    }

    /// Checks that all openings can be played, as those of a game whose rules have changed since
    /// the book was made may not. Lines are counted without comments and empty lines.
    ///
    /// # Errors
    ///
    /// An opening cannot be played, ends the game or ends with an incomplete move.
    pub fn check(&self, game: &dyn Game) -> Result<(), BookError> {
        let mut openings = (1..).zip(self.openings());
        openings.try_for_each(|(line, moves)| check(game, line, moves))
    }

    /// Reads a book of `game` from a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or any error of [`Book::parse`].
    pub fn read(path: &Path, game: &dyn Game) -> Result<Book, BookError> {
        let cannot_read = |source| BookError::Read { path: path.to_owned(), source };
        Book::parse(&fs::read_to_string(path).map_err(cannot_read)?, game)
    }
}

/// Checks the opening in a line of a book.
fn check(game: &dyn Game, line: usize, moves: &[String]) -> Result<(), BookError> {
    match game.is_opening(moves) {
        Ok(true) => Ok(()),
        Ok(false) if game.perft(moves, 1) == Ok(0) => Err(BookError::Over { line }),
        Ok(false) => Err(BookError::HalfMade { line }),
        Err(bad) => Err(BookError::Move { line, bad }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::game;

    fn parse(text: &str) -> Result<Book, BookError> {
        Book::parse(text, game("breakthrough").unwrap())
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let message = parse(text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn a_book_survives_its_text() {
        let text = "# made by: somebody\na2a3;a7a6;\nb2b3;h7h6;\n";
        let book = parse(text).unwrap();
        assert_eq!(book.made_by(), Some("somebody"));
        assert_eq!(book.openings(), [["a2a3", "a7a6"], ["b2b3", "h7h6"]]);
        assert_eq!(book.to_string(), text);
        assert_eq!(Book::trusted(text), book);
    }

    #[test]
    fn a_book_written_by_hand_may_have_comments_empty_lines_and_spaces() {
        let book = parse("\n# by hand\r\n a2a3 a7a6 \r\n\n b2b3; h7h6").unwrap();
        assert_eq!(book.made_by(), None);
        assert_eq!(book.openings(), [["a2a3", "a7a6"], ["b2b3", "h7h6"]]);
    }

    #[test]
    fn a_line_that_cannot_be_played_is_named() {
        check_refused("# mine\na2a3;\na2a3;a7a5;\n", "line 3 of the opening book: move 2, `a7a5`");
        let over = "a2b3;a7a6;b3c4;a6a5;c4d5;a5a4;d5c6;a4a3;c6b7;h7h6;b7a8;";
        check_refused(over, "line 1 of the opening book: the game is over");
        check_refused("# nothing\n\n", "the opening book is empty");
        let path = Path::new("/no/such/book.txt");
        let error = Book::read(path, game("breakthrough").unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the opening book /no/such/book.txt cannot be read");
    }

    #[test]
    fn a_book_of_other_rules_is_found_out() {
        let game = game("breakthrough").unwrap();
        assert!(game.book().unwrap().check(game).is_ok());
        let stale = Book::trusted("# of other rules\na2a3;\na2a4;\n");
        let message = stale.check(game).unwrap_err().to_string();
        assert!(message.starts_with("line 2 of the opening book: move 1, `a2a4`"), "{message}");
    }

    #[test]
    fn a_seed_gives_one_order_of_all_openings() {
        let book = game("breakthrough").unwrap().book().unwrap();
        let shuffled = book.shuffled(1);
        assert_eq!(shuffled, book.shuffled(1));
        assert_ne!(shuffled, book.shuffled(2));
        assert_ne!(shuffled, book.openings());
        let sorted = |mut openings: Vec<Vec<String>>| {
            openings.sort();
            openings
        };
        assert_eq!(sorted(shuffled), sorted(book.openings().to_vec()));
    }
}
