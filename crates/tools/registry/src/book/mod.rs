//! Opening books: positions from which the games of a match start, one game pair each.
//!
//! A book is a text file with one opening a line and a `;` after each move. Lines that begin with
//! `#` are comments; the first of them holds the command that makes the book again.

mod opening_search;
mod plan;
mod quality;

use std::fmt;

use fastrand::Rng;

pub use opening_search::OpeningSearch;
pub use plan::{BookPlan, MakeBookError};
pub use quality::BookQuality;

use crate::text_moves::split_moves;

/// Text before the command in a book's first line.
const MADE_BY: &str = "# made by: ";

/// Opening book of one game. All its openings can be played and do not end the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    made_by: Option<String>,
    openings: Vec<Vec<String>>,
}

impl Book {
    /// Returns the book that `plan` has made.
    pub(crate) fn made(plan: &BookPlan, game: &str, openings: Vec<Vec<String>>) -> Book {
        Book { made_by: Some(plan.command(game)), openings }
    }

    /// Returns a book of openings that can be played, as its caller has checked.
    pub(crate) fn of_openings(openings: Vec<Vec<String>>) -> Book {
        Book { made_by: None, openings }
    }

    /// Parses a book without playing its openings, for a book that ships: a test plays its
    /// openings.
    pub(crate) fn trusted(text: &str) -> Book {
        let made_by = text.lines().next().and_then(|line| line.strip_prefix(MADE_BY));
        Book {
            made_by: made_by.map(str::to_owned),
            openings: numbered_openings(text).map(|(_, moves)| moves).collect(),
        }
    }

    /// Returns the openings in the book's order.
    #[must_use]
    pub fn openings(&self) -> &[Vec<String>] {
        &self.openings
    }

    /// Returns the command that makes the book again, if the file contains it.
    #[must_use]
    pub fn made_by(&self) -> Option<&str> {
        self.made_by.as_deref()
    }

    /// Returns the openings in the order of a shuffle with `seed`.
    #[must_use]
    pub fn shuffled(&self, seed: u64) -> Vec<Vec<String>> {
        let mut openings = self.openings.clone();
        Rng::with_seed(seed).shuffle(&mut openings);
        openings
    }
}

/// Returns the openings in the text of a book, with their line numbers from 1.
pub(crate) fn numbered_openings(text: &str) -> impl Iterator<Item = (usize, Vec<String>)> {
    let is_opening = |line: &str| !line.is_empty() && !line.starts_with('#');
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(move |(_, line)| is_opening(line))
        .map(|(number, line)| (number, split_moves(line)))
}

/// Writes the text of the book's file.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(command) = &self.made_by {
            writeln!(f, "{MADE_BY}{command}")?;
        }
        for opening in &self.openings {
            writeln!(f, "{};", opening.join(";"))?;
        }
        Ok(())
    }
}
