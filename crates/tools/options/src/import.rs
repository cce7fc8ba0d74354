//! Options of `cargo cg import`: game results of CodinGame as records.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg import games.json
  cargo cg import games.jsonl.gz --me 4321 -o games.records.jsonl.gz
  cargo cg import games.json --game jungle --names

A file holds results as the site sends them: one object, arrays, or one object a line, plain or \
compressed, bare or with a title. A bare result does not name its game: it is the only game whose \
referee accepts every turn, unless --game names it.

The referee replays every game, which gives the lines for the players again, and compares turns, \
end, ranks and scores. A game that does not agree is refused with the ply and both sides' words, \
and the others are imported. All games of one call and one kind are a match of the store. A game \
whose ID is in the store already is not stored again.

Players are called `player 1`, `player 2` and so on, and your own agent `me`.

Exit codes: 0 if every game was imported, 1 if games were refused, 2 if a file cannot be read; \
then nothing is imported.";

/// Import games that were played on CodinGame
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game results of CodinGame: JSON, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Options of the import.
    #[command(flatten)]
    pub options: Options,
    /// Your own agent, by its ID or its pseudonym; may be repeated
    #[arg(long, value_name = "AGENT")]
    pub me: Vec<String>,
}

/// Options of an import, whatever the results come from.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Name of the game of all results: see `cargo cg games` [default: found by replaying]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Keep the pseudonyms of the players
    #[arg(long)]
    pub names: bool,
    /// Write the imported games to a file of records too, also those that are in the store already;
    /// compressed with gzip if the name ends in `.gz`
    #[arg(long, short, value_name = "FILE.jsonl[.gz]")]
    pub output: Option<PathBuf>,
    /// Database that stores the games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
