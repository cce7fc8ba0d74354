//! Options of `cargo cg picture`: a game as an animated picture, or one of its positions as SVG.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg picture
  cargo cg picture --match 6 --game 3 -o lost.png
  cargo cg picture --match 6 --game 3 --ply 20 -o position.svg
  cargo cg picture tests/data/transcripts/stratego.jsonl.gz --view first --width 300

The board is that of the board room. The animated picture is a PNG (APNG): browsers show it in a \
page, and programs without animations show its first frame. A name that ends in .svg gives a \
drawing of one position, which has any size.";

/// Draw a recorded game as an animated picture, or one of its positions as SVG
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records, plain or compressed with gzip [default: the stored games of a match]
    #[arg(value_name = "FILE.jsonl[.gz]", conflicts_with_all = ["id", "store"])]
    pub file: Option<PathBuf>,
    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Number of the game, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// Output file: FILE.png is the whole game, FILE.svg one position [default: the name of FILE,
    /// or `match-ID`, with the number of the game and .png, in the current folder]
    #[arg(long, short, value_name = "FILE.png|FILE.svg")]
    pub output: Option<PathBuf>,
    /// Position after this number of plies, for FILE.svg [default: the last one]
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// View of a game with hidden pieces
    #[arg(long, value_enum, default_value_t)]
    pub view: BoardView,
    /// Turn the board round; --view second does so too
    #[arg(long)]
    pub flip: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
    /// Width in pixels
    #[arg(long, value_name = "PIXELS", default_value = "420")]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=2000))]
    pub width: u32,
    /// Time of each position in milliseconds
    #[arg(long, value_name = "MS", default_value = "700", value_parser = positive::<NonZeroU16>)]
    pub delay: NonZeroU16,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// Viewer of a game with hidden pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum BoardView {
    /// Everything
    #[default]
    All,
    /// Only the first player's knowledge
    First,
    /// Only the second player's knowledge
    Second,
}

/// Colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Theme {
    /// Dark on light
    #[default]
    Light,
    /// Light on dark
    Dark,
}
