//! Options of `cargo cg new`: a new game from templates.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

const EXAMPLES: &str = "\
Examples:
  cargo cg new connect-four
  cargo cg new othello --moves place --board 8x8
  cargo cg new checkers --moves step --board 8x8 --judge codecup
  cargo cg new gomoku --moves place --board 9x9 --judge my-judge.toml
  cargo cg new othello --moves place --board 8x8 --outside ../my-games

The command writes a crate with rules, notation, engine, protocol, program, README and tests; a \
referee and a board for the registry; an opening book; and the lines with which the workspace \
finds them. Every tool works from then on, on a simple game of that kind of moves. No file is \
overwritten, and if one cannot be written, none is.

With --outside the same files stand in a workspace that depends on this one. There `cargo cg` has \
the same commands, and `cargo cg new` writes more games.";

/// Write a new game into the workspace
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: small letters, digits and hyphens
    pub name: String,
    /// Kind of moves to begin with
    #[arg(long, value_enum, default_value_t)]
    pub moves: Moves,
    /// Size of the board: files x ranks from 3x3 to 10x10, for step at least 6 ranks [default: 7x6
    /// (drop), 6x6 (step), 5x5 (place)]
    #[arg(long, value_name = "WxH")]
    pub board: Option<BoardSize>,
    /// Judge that compiles the bot: codingame, codecup, or the profile of another one, a file that
    /// ends with .toml. Its dialogue is CodinGame's if it has the crates rand and itertools,
    /// otherwise CodeCup's
    #[arg(long, value_name = "JUDGE|FILE", default_value = "codingame")]
    pub judge: String,
    /// Write the game into a new workspace in this folder, with programs of its own that have the
    /// games of that workspace only
    #[arg(long, value_name = "FOLDER")]
    pub outside: Option<PathBuf>,
    /// Repository from which the new workspace takes the tools [default: the folder of this
    /// workspace]
    #[arg(long, value_name = "URL", requires = "outside")]
    pub git: Option<String>,
    /// Leave the opening book empty, and compile nothing but this command itself
    #[arg(long)]
    pub no_book: bool,
}

/// Kind of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Moves {
    /// A piece falls to the lowest empty square of a column; a line wins (Connect Four)
    #[default]
    Drop,
    /// A piece moves forward and captures; the far rank wins (Breakthrough)
    Step,
    /// A piece is placed on an empty square; a line wins (Tic-Tac-Toe, Gomoku)
    Place,
}

/// Size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Number of files (columns).
    pub width: usize,
    /// Number of ranks (rows).
    pub height: usize,
}

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardSize, String> {
        let side = |text: &str| text.parse().ok().filter(|side| (3..=10).contains(side));
        let sides = text.split_once('x').and_then(|(width, height)| {
            Some(BoardSize { width: side(width)?, height: side(height)? })
        });
        sides.ok_or_else(|| "expected a size from 3x3 to 10x10, such as 7x6".to_owned())
    }
}
