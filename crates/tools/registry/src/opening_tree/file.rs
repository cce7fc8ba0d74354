//! Text of an opening tree: a line of JSON about the whole, then one for each position.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read};

use serde::{Deserialize, Serialize};

use super::{Head, OpeningPosition, OpeningTree};

/// Maximum length of a line, in bytes: some thousand moves.
const MAX_LINE: u64 = 1 << 20;

/// Line of a position.
#[derive(Serialize, Deserialize)]
struct Entry {
    position: String,
    #[serde(flatten)]
    at: OpeningPosition,
}

/// Text that is no opening tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The text cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The text is empty.
    #[error("there is no opening tree: make one by `cargo cg book GAME --from GAMES`")]
    Empty,
    /// A line is not of the format.
    #[error("line {line} of the opening tree: {reason}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// Error of the format.
        reason: serde_json::Error,
    },
    /// A line is too long.
    #[error("line {0} of the opening tree is longer than {MAX_LINE} bytes")]
    TooLong(usize),
}

impl OpeningTree {
    /// Reads a tree from its text.
    ///
    /// # Errors
    ///
    /// The text cannot be read, or is not of the format.
    pub fn read(mut text: impl BufRead) -> Result<OpeningTree, TreeError> {
        let mut line = 0;
        let mut next = || -> Result<Option<String>, TreeError> {
            line += 1;
            let mut bytes = String::new();
            let length = text.by_ref().take(MAX_LINE).read_line(&mut bytes)?;
            match length as u64 == MAX_LINE {
                true => Err(TreeError::TooLong(line)),
                false => Ok((length > 0).then_some(bytes)),
            }
        };
        let malformed = |line| move |reason| TreeError::Malformed { line, reason };
        let head = next()?.ok_or(TreeError::Empty)?;
        let head: Head = serde_json::from_str(&head).map_err(malformed(1))?;
        let mut positions = BTreeMap::new();
        let mut number = 1;
        while let Some(text) = next()? {
            number += 1;
            let entry: Entry = serde_json::from_str(&text).map_err(malformed(number))?;
            positions.insert(entry.position, entry.at);
        }
        Ok(OpeningTree { head, positions })
    }
}

/// Formats the text of the tree, short lines of moves first.
impl fmt::Display for OpeningTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", json(&self.head)?)?;
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_by_key(|(_, at)| (at.line.len(), &at.line));
        for (position, at) in positions {
            let entry = Entry { position: position.clone(), at: at.clone() };
            writeln!(f, "{}", json(&entry)?)?;
        }
        Ok(())
    }
}

fn json(value: &impl Serialize) -> Result<String, fmt::Error> {
    serde_json::to_string(value).map_err(|_| fmt::Error)
}

#[cfg(test)]
mod tests {
    use gamekit::Outcome;

    use super::*;
    use crate::lookup::game;

    fn read(text: &str) -> Result<OpeningTree, TreeError> {
        OpeningTree::read(text.as_bytes())
    }

    #[test]
    fn a_tree_is_read_as_it_was_written() {
        let game = game("jungle").unwrap();
        let mut tree = OpeningTree::new(game, 4);
        let first: Vec<String> = game.random_opening(6, 1).unwrap();
        let second: Vec<String> = game.random_opening(6, 2).unwrap();
        tree.add(game, &first, Outcome::Draw);
        tree.add(game, &second, Outcome::Draw);
        assert!(tree.len() >= 5);
        assert_eq!(read(&tree.to_string()).unwrap(), tree);
    }

    #[test]
    fn text_of_another_kind_is_refused_with_its_line() {
        let check = |text: &str, expected: &str| {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", "make one by");
        check("{\"game\":\"jungle\"}\n", "line 1 of the opening tree: missing field");
        check("{\"game\":\"jungle\",\"games\":1,\"plies\":2}\n[]\n", "line 2 of the opening tree");
        check(&"x".repeat(2 << 20), "line 1 of the opening tree is longer than");
    }
}
