//! Test positions: positions with the moves that solve them, or that fail, in a file of JSON Lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::lookup::game;
use crate::text_moves::BadMove;

/// Position with its solution, one line of a file of test positions.
///
/// A move solves the position if it is one of `best`, or if there are none, if it is none of
/// `avoid`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPosition {
    /// The game's name.
    pub game: String,
    /// The moves from the start of the game to the position.
    pub moves: Vec<String>,
    /// Moves that solve the position, in the referee's spelling; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// Moves that fail, in the referee's spelling; may be empty if `best` is not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
    /// Source of the position, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// File that holds no test positions of the game.
#[derive(Debug, thiserror::Error)]
pub enum TestPositionError {
    /// The file cannot be read.
    #[error("{}: cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system, or of the decompression.
        source: io::Error,
    },
    /// The file is too long.
    #[error(
        "{}: longer than {} MiB: divide it into smaller files", path.display(),
        TestPosition::MAX_BYTES >> 20
    )]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// A line is no test position of the game.
    #[error("{}:{line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason.
        fault: TestPositionFault,
    },
    /// The file contains no position.
    #[error("{}: holds no test positions", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// Reason for which a value is no test position of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TestPositionFault {
    /// The text is not the JSON object of a test position.
    #[error("not a test position: {0}")]
    Malformed(String),
    /// The position belongs to another game.
    #[error("a position of {found}, not of {expected}")]
    Game {
        /// The game of the position.
        found: String,
        /// The expected game.
        expected: &'static str,
    },
    /// A move on the way to the position cannot be played.
    #[error(transparent)]
    Move(#[from] BadMove),
    /// The game is over in the position, or a move is incomplete there.
    #[error("no player can be asked for a move here: the game is over, or a move is incomplete")]
    NoTurn,
    /// There is no solution.
    #[error("both `best` and `avoid` are empty: name a move in one of them")]
    NoSolution,
    /// A move of the solution is not legal in the position.
    #[error("`{0}` is not legal here, where the moves are {1}")]
    NotLegal(String, String),
    /// A move both solves and fails.
    #[error("`{0}` is in `best` and in `avoid`")]
    Contradiction(String),
}

impl TestPosition {
    /// Maximum length of a file's text, in bytes.
    const MAX_BYTES: u64 = 64 << 20;
    /// First bytes of a file in gzip format.
    const GZIP: [u8; 2] = [0x1f, 0x8b];

    /// Returns whether `mv` solves the position.
    #[must_use]
    pub fn is_solved_by(&self, mv: &str) -> bool {
        let is_in = |moves: &[String]| moves.iter().any(|other| other == mv);
        if self.best.is_empty() { !is_in(&self.avoid) } else { is_in(&self.best) }
    }

    /// Checks the position by the rules of `expected`.
    ///
    /// # Errors
    ///
    /// The first reason for which it is no test position of that game.
    pub fn check(&self, expected: &dyn Game) -> Result<(), TestPositionFault> {
        if game(&self.game).map(Game::name) != Ok(expected.name()) {
            let (found, expected) = (self.game.clone(), expected.name());
            return Err(TestPositionFault::Game { found, expected });
        }
        if !expected.is_opening(&self.moves)? {
            return Err(TestPositionFault::NoTurn);
        }
        if self.best.is_empty() && self.avoid.is_empty() {
            return Err(TestPositionFault::NoSolution);
        }
        let divided = expected.divide(&self.moves, 1)?;
        let legal: Vec<&str> = divided.iter().map(|(mv, _)| mv.as_str()).collect();
        if let Some(mv) = self.best.iter().chain(&self.avoid).find(|mv| !legal.contains(&&***mv)) {
            return Err(TestPositionFault::NotLegal(mv.clone(), legal.join(", ")));
        }
        match self.best.iter().find(|mv| self.avoid.contains(mv)) {
            Some(mv) => Err(TestPositionFault::Contradiction(mv.clone())),
            None => Ok(()),
        }
    }

    /// Reads the test positions of `game` in a file, plain or compressed with gzip, and checks each
    /// by the rules. Empty lines are allowed.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is too long or empty, or one of its lines is no test position of
    /// the game.
    pub fn read_file(path: &Path, game: &dyn Game) -> Result<Vec<TestPosition>, TestPositionError> {
        let failed = |source| TestPositionError::Read { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let is_gzip = file.fill_buf().map_err(failed)?.starts_with(&TestPosition::GZIP);
        let input: Box<dyn Read> =
            if is_gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        let mut text = String::new();
        // One byte more than allowed: a longer file is told from one of that length.
        let mut input = input.take(TestPosition::MAX_BYTES + 1);
        input.read_to_string(&mut text).map_err(failed)?;
        if text.len() as u64 > TestPosition::MAX_BYTES {
            return Err(TestPositionError::TooLong { path: path.to_owned() });
        }
        let mut positions = Vec::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let position = TestPosition::parse(text, game);
            let fail = |fault| TestPositionError::Line { path: path.to_owned(), line, fault };
            positions.push(position.map_err(fail)?);
        }
        if positions.is_empty() {
            return Err(TestPositionError::Empty { path: path.to_owned() });
        }
        Ok(positions)
    }

    fn parse(text: &str, game: &dyn Game) -> Result<TestPosition, TestPositionFault> {
        let malformed = |error: serde_json::Error| {
            let why = error.to_string();
            let what = why.rsplit_once(" at line ").map_or(why.as_str(), |(what, _)| what);
            TestPositionFault::Malformed(format!("{what} (column {})", error.column()))
        };
        let position: TestPosition = serde_json::from_str(text).map_err(malformed)?;
        position.check(game)?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = TestPosition::parse(text, game("breakthrough").unwrap()).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }

    fn read(contents: &[u8]) -> Result<Vec<TestPosition>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.jsonl");
        std::fs::write(&path, contents).unwrap();
        TestPosition::read_file(&path, game("breakthrough").unwrap())
            .map_err(|error| error.to_string().replace(folder.path().to_str().unwrap(), ""))
    }

    fn packed(text: &str) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    }

    #[test]
    fn a_move_solves_if_it_is_a_best_one_or_else_none_to_avoid() {
        let moves = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let check = |best, avoid, mv, expected| {
            let (best, avoid) = (moves(best), moves(avoid));
            let position = TestPosition { best, avoid, ..TestPosition::default() };
            assert_eq!(position.is_solved_by(mv), expected, "{position:?} {mv}");
        };
        check("a2a3 b2b3", "", "b2b3", true);
        check("a2a3 b2b3", "", "c2c3", false);
        check("", "a2a3", "c2c3", true);
        check("", "a2a3", "a2a3", false);
        check("a2a3", "b2b3", "c2c3", false);
    }

    #[test]
    fn plain_and_compressed_files_are_read() {
        let text = "{\"game\":\"breakthrough\",\"moves\":[\"a2a3\",\"a7a6\"],\"best\":[\"b2b3\"],\
            \"comment\":\"game 3\"}\n\n\
            {\"game\":\"breakthrough\",\"moves\":[],\"avoid\":[\"a2a3\"]}";
        let positions = read(text.as_bytes()).unwrap();
        assert_eq!(read(&packed(text)), Ok(positions.clone()));
        assert_eq!(positions.len(), 2);
        let first = serde_json::to_string(&positions[0]).unwrap();
        assert_eq!(first, text.lines().next().unwrap());
    }

    #[test]
    fn the_line_of_a_fault_is_named() {
        let good = r#"{"game":"breakthrough","moves":[],"best":["a2a3"]}"#;
        let error = read(format!("{good}\n\n{{}}\n").as_bytes()).unwrap_err();
        let expected = "/suite.jsonl:3: not a test position: missing field `game` (column 2)";
        assert_eq!(error, expected);
        assert_eq!(read(b"\n").unwrap_err(), "/suite.jsonl: holds no test positions");
        let cut = &packed(good)[..20];
        assert_eq!(read(cut).unwrap_err(), "/suite.jsonl: cannot be read");
        assert_eq!(read(b"\xff\xfe").unwrap_err(), "/suite.jsonl: cannot be read");
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_the_limit_is_refused() {
        let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
        io::copy(&mut io::repeat(b'\n').take(TestPosition::MAX_BYTES + 1), &mut bomb).unwrap();
        let error = read(&bomb.finish().unwrap()).unwrap_err();
        assert_eq!(error, "/suite.jsonl: longer than 64 MiB: divide it into smaller files");
    }

    #[test]
    fn a_position_that_breaks_the_rules_is_refused() {
        let line = |moves: &str, rest: &str| {
            format!(r#"{{"game":"breakthrough","moves":{moves},{rest}}}"#)
        };
        check_refused(
            r#"{"game":"jungle","moves":[],"best":["6 8 6 7"]}"#,
            "a position of jungle, not of breakthrough",
        );
        check_refused(&line(r#"["a2a4"]"#, r#""best":["a2a3"]"#), "move 1, `a2a4`: not legal");
        check_refused(&line("[]", r#""best":[]"#), "both `best` and `avoid` are empty");
        let not_legal = "`a2a4` is not legal here, where the moves are a2b3, a2a3, b2c3";
        check_refused(&line("[]", r#""avoid":["a2a4"]"#), not_legal);
        check_refused(
            &line("[]", r#""best":["a2a3"],"avoid":["a2a3"]"#),
            "`a2a3` is in `best` and in `avoid`",
        );
        let over = r#"["a2b3","a7a6","b3c4","a6a5","c4d5","a5a4","d5c6","a4a3","c6b7","h7h6",
            "b7a8"]"#;
        check_refused(&line(over, r#""best":["a2a3"]"#), "no player can be asked");
        check_refused(&line("[]", r#""best":["a2a3"],"bests":[]"#), "not a test position: unknown");
    }
}
